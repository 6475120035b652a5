import { join } from 'node:path';

/* The programs that tests start as processes of their own. */

/** Their sources, from the root. */
export const sources = {
  taskboard: 'cli/commands.ts',
  'restless-node': 'server/src/testing/restless-node.ts',
};

type Program = keyof typeof sources;

const root = join(import.meta.dirname, '..');

/** The command line as an operator starts it. */
const commandLine = join(root, 'cli/main.ts');

/** The folder of the bundles that `npm test` has made of them (`bundle.ts`). */
const bundles = process.env.TEST_PROGRAMS;

/**
 * The file to start: a bundle, which is loaded several times as fast, or else the source. Some tests start the source in any
 * case, among them those of the demo, the image and the release.
 */
export function programOf(name: Program): string {
  if (bundles) return join(bundles, `${name}.mjs`);
  return name === 'taskboard' ? commandLine : join(root, sources[name]);
}
