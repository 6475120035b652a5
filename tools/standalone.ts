import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pagesState } from '../server/src/pages/sources.mjs';
import { archive } from './archive.ts';

/*
 * `npm run release:standalone`: makes the release for machines like this one, in `release` or the folder given by `--out`: what
 * is committed, the built pages, the packages and Node. It runs where there is neither Node nor npm nor a registry.
 */

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(root, values.out ?? 'release');
const platform = `${process.platform}-${process.arch}`;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `taskboard-${version}`;
const file = `${name}-${platform}.tar.gz`;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

if (process.platform !== 'linux') fail('it takes GNU tar: make it on Linux');
else if (git('status', '--porcelain') !== '') fail('not everything is committed');
else if (pagesState(root) !== 'current') fail('the pages are not built: run "npm run build"');
else make();

function fail(reason: string): void {
  console.error(`no release is made: ${reason}`);
  process.exitCode = 1;
}

function make(): void {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-standalone-'));
  try {
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive(root, name) });
    const place = join(folder, name);
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: place, stdio: ['ignore', 2, 2] });
    leaveOutOthers(join(place, 'node_modules'));
    mkdirSync(out, { recursive: true });
    pack(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  writeFileSync(join(out, `${file}.sha256`), `${hash('sha256', readFileSync(join(out, file)))}  ${file}\n`);
  console.log(join(out, file));
}

/** Deletes what only other platforms need, what SQLite was compiled from, and the second copy of Node. */
function leaveOutOthers(packages: string): void {
  const sqlite = join(packages, 'better-sqlite3');
  const binaries = join(sqlite, 'prebuilds');
  const others = readdirSync(binaries).filter((binary) => binary !== `${platform}.node`);
  for (const path of [
    ...others.map((binary) => join(binaries, binary)),
    join(sqlite, 'deps'),
    join(sqlite, 'src'),
    join(packages, 'node/node_modules'),
  ])
    rmSync(path, { recursive: true, force: true });
}

/** The same commit and packages always make the same file. */
function pack(folder: string): void {
  const same = [
    '--sort=name',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ];
  const modes = '--mode=u+rwX,go+rX,go-w';
  execFileSync('tar', [...same, modes, '-czf', join(out, file), '-C', folder, name], { stdio: 'inherit' });
}
