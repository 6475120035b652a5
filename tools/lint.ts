import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/*
 * `npm run lint`: runs every check, even if one fails, and exits with the combined result. `npm run format` runs only the
 * formatter. The programs are installed in `tools/lint`, a separate package.
 */

const checks: Record<string, string[]> = {
  format: ['biome', 'ci', '.'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  'unused code': ['knip'],
  // What only tests use counts as unused, unless it is marked `@internal`.
  'code that only tests use': ['knip', '--production', '--include', 'files,exports,types,duplicates'],
};
const mend = { format: ['biome', 'check', '--write', '.'] };

const failed = Object.entries(process.argv.includes('--write') ? mend : checks)
  .filter(([name, command]) => !passes(name, command))
  .map(([name]) => name);
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

function passes(name: string, [program = '', ...args]: string[]): boolean {
  const bin = join(import.meta.dirname, 'lint', 'node_modules', '.bin');
  const { status } = spawnSync(join(bin, program), args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    // oxlint looks for its type checker in the PATH.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error(`\n${name} failed: ${program} ${args.join(' ')}\n`);
  return status === 0;
}
