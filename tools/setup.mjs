/*
 * Runs before `npm start` and `npm test`, under whatever Node the machine has: installs what is missing, so that a
 * fresh clone needs no other command. It uses nothing but what Node has had for years.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const mark = join(root, 'node_modules', '.installed-from');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  console.log('Installing what the service needs (this happens once) …');
  // Not `npm ci`: it refuses a lockfile that was made where not every platform's binaries are to be had.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    console.error('npm install failed: see above.');
    process.exit(status ?? 1);
  }
  writeFileSync(mark, wanted);
}
