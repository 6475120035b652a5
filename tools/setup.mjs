/*
 * Runs before the scripts of package.json, under whatever Node the machine has: installs what is missing, so that a
 * fresh clone needs no other command. Where all is there it writes nothing, so the service may start from a tree that
 * it cannot change. It uses nothing but what Node has had for years.
 *
 * `node tools/setup.mjs run` installs what the service needs, `develop` also what its tests need, `lint` also the linters.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const linters = join(root, 'tools', 'lint');

const purpose = process.argv[2];
if (!['run', 'develop', 'lint'].includes(purpose)) {
  fail('usage: node tools/setup.mjs run | develop | lint');
}

if (!isInstalled(root, { development: purpose !== 'run' }) || !hasNode()) {
  const what = purpose === 'run' ? ['ci', '--omit=dev'] : ['ci'];
  install(root, what, 'Installing what is needed (this happens once) …');
}
if (purpose === 'lint' && !isInstalled(linters, { development: true })) {
  // Not `npm ci`: it refuses a lockfile that was made where not every platform's binaries are to be had.
  install(linters, ['install', '--no-save'], 'Installing the linters (this happens once) …');
}

/** Whether the folder has every package of its lockfile; those that only some platforms need are not asked for. */
function isInstalled(folder, { development }) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const present = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev }]) => {
    const isNeeded = path !== '' && !optional && !devOptional && (development || !dev);
    return !isNeeded || present[path]?.version === version;
  });
}

/** The packages of a lockfile, or of the list that npm keeps of what it has installed. */
function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

/** The package `node` gets its program by a script of its own, which `--ignore-scripts` leaves out. */
function hasNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return existsSync(join(root, 'node_modules', 'node', 'bin', program));
}

function install(folder, command, message) {
  // On stderr: what a command prints may go elsewhere.
  console.error(message);
  const { status, error } = spawnSync('npm', [...command, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`npm ${command.join(' ')} failed in ${folder}: ${error?.message ?? 'see above'}.`);
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
