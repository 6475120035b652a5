import { settingsIn, Unusable } from './settings.ts';
import { serveAgent } from './stdio.ts';

/*
 * The program of the package `taskboard-mcp`, which `tools/mcp-package.ts` builds: the tools over the standard streams, for a
 * service anywhere, without a checkout of it. It takes nothing from the command line, where everyone could read a token.
 */

/** Filled in when it is bundled. */
declare const packageVersion: string;

try {
  const settings = settingsIn(process.env, undefined);
  serveAgent({ ...settings, version: packageVersion, report: (error) => console.error(error) });
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
