/*
 * Runs before the scripts of package.json, under whatever Node the machine has: installs what is missing, so that a
 * fresh clone needs no other command. Where all is there it writes nothing, so the service may start from a tree that
 * it cannot change. It uses nothing but what Node has had for years.
 *
 * `node tools/setup.mjs run` installs what the service needs, `develop` also what its tests need, a browser where there is
 * none included, `lint` also the linters.
 * All of them build the pages, where they are not built or were built from something else.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFrom, canBuildPages, pagesState, sourcesHash } from '../server/src/pages/sources.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const linters = join(root, 'tools', 'lint');
const browser = join(root, 'tools', 'browser');
const pages = join(root, 'web');

const purpose = process.argv[2];
if (!['run', 'develop', 'lint'].includes(purpose)) {
  fail('usage: node tools/setup.mjs run | develop | lint');
}

if (!isInstalled(root, { development: purpose !== 'run' }) || !hasNode()) {
  requireWritable(root, 'Not all packages are installed');
  const what = purpose === 'run' ? ['ci', '--omit=dev'] : ['ci'];
  install(root, what, 'Installing what is needed (this happens once) …');
}
dropCopyOfNode();
if (purpose === 'lint' && !isInstalled(linters, { development: true })) {
  // Not `npm ci`: it refuses a lockfile that was made where not every platform's binaries are to be had.
  install(linters, ['install', '--no-save'], 'Installing the linters (this happens once) …');
}
if (purpose !== 'run' && lacksBrowser() && !isInstalled(browser, { development: true })) {
  install(browser, ['ci'], 'Installing a browser for the tests (this happens once) …');
}

// What is shipped is built already, and may lack what builds it.
if (canBuildPages(root)) buildPages();

function buildPages() {
  const isCurrent = pagesState(root) === 'current';
  if (!isCurrent) requireWritable(pages, 'The pages are not built, or were built from other sources');
  // Who works on them needs the types of what they are made of.
  const isNeeded = !isCurrent || purpose !== 'run';
  if (isNeeded && !isInstalled(pages, { development: true })) {
    install(pages, ['ci'], 'Installing what the pages are built with (this happens once) …');
  }
  if (isCurrent) return;
  console.error('Building the pages …');
  const program = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const vite = join(pages, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, error } = spawnSync(program, [vite, 'build', pages, '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail(`The pages could not be built: ${error?.message ?? 'see above'}.`);
  writeFileSync(builtFrom(root), sourcesHash(root));
}

/** What the package `node` took its program from: the program itself is a link to it or a copy, and the rest is headers. */
function dropCopyOfNode() {
  const copy = join(root, 'node_modules', 'node', 'node_modules');
  try {
    if (existsSync(copy)) rmSync(copy, { recursive: true });
  } catch {
    // It takes room and does no harm: whoever may not write here leaves it.
  }
}

/** Stops where this user cannot write what has to be written, before a tool says so in its own way. */
function requireWritable(folder, why) {
  const dist = join(folder, 'dist');
  try {
    for (const place of existsSync(dist) ? [folder, dist] : [folder]) accessSync(place, constants.W_OK);
  } catch {
    fail(
      `${why}, and this user cannot write ${folder}: run "npm run build" in ${root} as the user who owns it.`,
    );
  }
}

/** Whether the tests of the pages have no browser to drive, and there is one that comes as a package. */
function lacksBrowser() {
  const places = join(browser, 'places.json');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(places)) return false;
  return (
    !process.env.CHROMIUM && !JSON.parse(readFileSync(places, 'utf8')).some((place) => existsSync(place))
  );
}

/**
 * Whether the folder has every package of its lockfile; those that only some platforms need are not asked for. What the
 * service can do without is asked for by its tests: who runs it may have left that out.
 */
function isInstalled(folder, { development }) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const present = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  const dispensable = Object.keys(wanted['']?.optionalDependencies ?? {}).map(
    (name) => `node_modules/${name}`,
  );
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev }]) => {
    const isNamed = development && dispensable.includes(path);
    const isNeeded = isNamed || (path !== '' && !optional && !devOptional && (development || !dev));
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
