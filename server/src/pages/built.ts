import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/* The built pages of `web/`. They take a few hundred kilobytes and are kept in memory. */

type Packing = 'br' | 'gzip';

export interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** The same content, compressed by the build; empty for formats that are already compressed. */
  readonly packed: ReadonlyMap<Packing, Buffer>;
  /** Whether the name contains a hash of the content. */
  readonly isHashed: boolean;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The files of a build by path; empty if there is no build. */
export function builtFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  if (!existsSync(join(folder, 'index.html'))) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => {
      const address = `/${relative(folder, path).split(sep).join('/')}`;
      return [address, fileAt(path, address)];
    }),
  );
}

function fileAt(path: string, address: string): BuiltFile {
  const plain = readFileSync(path);
  const packings = [
    ['br', `${path}.br`],
    ['gzip', `${path}.gz`],
  ] as const;
  return {
    type: types[extname(path)] ?? '',
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    packed: new Map(
      packings.flatMap(([name, file]) => (existsSync(file) ? [[name, readFileSync(file)] as const] : [])),
    ),
    isHashed: address.startsWith('/assets/'),
  };
}
