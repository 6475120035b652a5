import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import places from './browser/places.json' with { type: 'json' };

/*
 * The browser that tests drive: an installed one, or one from a package (`tools/browser`), which `tools/setup.mjs` installs
 * if there is none. It needs no special privileges.
 */

interface Browser {
  executablePath: string;
  env?: Record<string, string>;
}

export function findBrowser(): Browser | undefined {
  const ofMachine = process.env.CHROMIUM ?? places.find(existsSync);
  return ofMachine ? { executablePath: ofMachine } : packaged();
}

function packaged(): Browser | undefined {
  const folder = join(import.meta.dirname, 'browser');
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, '@sparticuz', 'chromium'))) return undefined;
  const unpacked = join(modules, '.unpacked');
  if (!existsSync(unpacked)) unpack(folder, unpacked);
  return {
    executablePath: join(unpacked, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [unpacked, join(unpacked, 'al2023', 'lib')].join(':'),
      FONTCONFIG_PATH: join(unpacked, 'fonts'),
    },
  };
}

/** Other tests may unpack it at the same time: the first to finish moves the complete folder into place. */
function unpack(folder: string, into: string): void {
  const own = mkdtempSync(`${into}-`);
  const env = { ...process.env, TMPDIR: own };
  const { status } = spawnSync(process.execPath, [join(folder, 'unpack.mjs')], { env, stdio: 'inherit' });
  if (status !== 0) throw new Error('the browser of the tests could not be unpacked');
  try {
    renameSync(own, into);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(into)) throw error;
  }
}
