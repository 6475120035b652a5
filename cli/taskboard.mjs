#!/usr/bin/env node
/*
 * `taskboard`, under any installed version of Node. The service is written for Node 24, which it includes as a package. An
 * older version, which cannot even parse the sources, starts that one, or prints the solution in one line. `main.ts` is a link
 * to this file, so existing units, images and scripts that start it work the same way.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = process.platform === 'win32' ? 'node.exe' : 'node';
const own = join(here, '..', 'node_modules', 'node', 'bin', program);

if (!existsSync(own)) {
  console.error(`Taskboard is not installed yet: run "npm ci --omit=dev" in ${dirname(here)}`);
  process.exitCode = 1;
} else if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Reuses compiled code at the next start, which takes less time, and 20 MB less without the compiler. The cache is stored
  // next to the code and is deleted with it.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(join(here, '..', 'node_modules', '.cache', 'taskboard'));
  await import('./commands.ts');
} else {
  const args = ['--max-semi-space-size=8', fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(own, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal) console.error(`taskboard was ended by ${signal}`);
  });
}
