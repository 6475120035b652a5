/*
 * Runs before the scripts of package.json, under any installed version of Node: installs missing packages, so that a fresh
 * clone needs no other command. If nothing is missing it writes nothing, so the service can start from a read-only tree. It
 * uses only features that Node has had for years.
 *
 * `node tools/setup.mjs run` installs the packages of the service, `develop` also those of its tests, including a browser if
 * there is none, and `lint` also the linters. All of them build the pages if they are missing or out of date.
 */
import { spawn, spawnSync } from 'node:child_process';
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

const isToInstall = !isInstalled(root, { development: purpose !== 'run' }) || !hasNode();
// A release contains the built pages, and may lack the packages that build them.
const isToBuild = canBuildPages(root) && pagesState(root) !== 'current';
if (isToInstall) requireWritable(root, 'Not all packages are installed');
if (isToBuild) requireWritable(pages, 'The pages are not built, or were built from other sources');

// All at once: most of it is waiting for the registry.
const installs = [];
if (isToInstall) {
  const what = purpose === 'run' ? ['ci', '--omit=dev'] : ['ci'];
  installs.push(install(root, what, 'Installing what is needed (this happens once) …'));
}
// Developers need the types of the pages' packages.
if (canBuildPages(root) && (isToBuild || purpose !== 'run') && !isInstalled(pages, { development: true })) {
  installs.push(install(pages, ['ci'], 'Installing what the pages are built with (this happens once) …'));
}
if (purpose === 'lint' && !isInstalled(linters, { development: true })) {
  // Not `npm ci`: it rejects a lockfile created where some platforms' binaries were not available.
  installs.push(install(linters, ['install', '--no-save'], 'Installing the linters (this happens once) …'));
}
if (purpose !== 'run' && lacksBrowser() && !isInstalled(browser, { development: true })) {
  installs.push(install(browser, ['ci'], 'Installing a browser for the tests (this happens once) …'));
}
const problems = (await Promise.all(installs)).filter((problem) => problem !== undefined);
if (problems.length > 0) fail(problems.join('\n'));
dropCopyOfNode();
if (isToBuild) buildPages();

function buildPages() {
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

/** Deletes the package that `node` took its program from: the program is a link to it or a copy, and the rest is headers. */
function dropCopyOfNode() {
  const copy = join(root, 'node_modules', 'node', 'node_modules');
  try {
    if (existsSync(copy)) rmSync(copy, { recursive: true });
  } catch {
    // Without write access the copy stays: it takes space but does no harm.
  }
}

/** Exits with a clear message if this user lacks write access, before a tool fails with its own. */
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

/** Whether the tests of the pages find no browser, and the package supports this platform. */
function lacksBrowser() {
  const places = join(browser, 'places.json');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(places)) return false;
  return (
    !process.env.CHROMIUM && !JSON.parse(readFileSync(places, 'utf8')).some((place) => existsSync(place))
  );
}

/**
 * Whether the folder has every package of its lockfile, except those that only some platforms need. Optional packages are
 * required only for development: an operator may have omitted them.
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

/** The packages of a lockfile, or of npm's own list of installed packages. */
function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

/** Whether the package `node` has its program, which an install script adds and `--ignore-scripts` omits. */
function hasNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return existsSync(join(root, 'node_modules', 'node', 'bin', program));
}

/** Runs npm in the folder; returns why it failed, undefined if it did not. */
function install(folder, command, message) {
  // On stderr, because the output of a command may be redirected.
  console.error(message);
  const child = spawn('npm', [...command, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const failed = (reason) => `npm ${command.join(' ')} failed in ${folder}: ${reason}.`;
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(failed(error.message)));
    child.once('close', (status) => resolve(status === 0 ? undefined : failed('see above')));
  });
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
