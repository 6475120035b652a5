import { version } from '../server/src/base/config/version.ts';
import { Misuse, readArguments } from './arguments.ts';

/** Runs the MCP server on the standard streams of this process, for a service on any machine. */
export async function mcp(args: string[]): Promise<void> {
  const { options } = readArguments(args, [], { url: { type: 'string' } });
  const { settingsIn, Unusable } = await import('../mcp/settings.ts');
  const { serveAgent } = await import('../mcp/stdio.ts');
  try {
    const settings = settingsIn(process.env, options.url);
    serveAgent({ ...settings, version, report: (error) => console.error(error) });
  } catch (error) {
    throw error instanceof Unusable ? new Misuse(error.message) : error;
  }
}
