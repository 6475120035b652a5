import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The committed files and the built pages as a tar, below the folder `name`, all with the time of the commit. */
export function archive(root: string, name: string): Buffer {
  const dist = join(root, 'web/dist');
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
    .flatMap((file) => [`--prefix=${name}/${dirname(file)}/`, `--add-file=${file}`]);
  const args = ['archive', '--format=tar', ...built, `--prefix=${name}/`, 'HEAD'];
  return execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
}
