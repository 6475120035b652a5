import { version } from '../server/src/base/config/version.ts';
import { Misuse, readArguments } from './arguments.ts';

/** Runs the MCP server on the standard streams of this process, for a service on any machine. */
export async function mcp(args: string[]): Promise<void> {
  const { options } = readArguments(args, [], { url: { type: 'string' } });
  const { TASKBOARD_URL, TASKBOARD_TOKEN: token } = process.env;
  const baseUrl = baseUrlOf(options.url ?? TASKBOARD_URL ?? 'http://localhost:3000');
  if (!token) throw new Misuse('TASKBOARD_TOKEN is missing: set it to an API key');
  const { serveAgent } = await import('../mcp/stdio.ts');
  serveAgent({ baseUrl, token, version, report: (error) => console.error(error) });
}

/** The base URL of the API, from the service's address or the API's own. */
function baseUrlOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Misuse(`${given} is no address of a service, such as http://localhost:3000`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith('/api/v1') ? path : `${path}/api/v1`);
}
