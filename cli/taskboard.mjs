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
  await import('./commands.ts');
} else {
  const args = ['--max-semi-space-size=8', join(here, 'commands.ts'), ...process.argv.slice(2)];
  const child = spawn(own, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal) console.error(`taskboard was ended by ${signal}`);
  });
}
