import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../base/errors.ts';
import { redirectOf } from '../base/http/canonical.ts';
import { acceptsPacking, varies } from '../base/http/compress.ts';
import { namesTag } from '../base/http/etag.ts';
import type { Service } from '../base/service.ts';
import { type BuiltFile, builtFiles } from './built.ts';

/** Everything comes from here, nothing is written into the page, and text becomes markup in two places only. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types markdown dompurify stream',
].join('; ');

/** What the pages do not use of a browser, so that nothing that gets in can. */
const unused = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const folder = join(import.meta.dirname, '../../../web/dist');

/**
 * The pages: their files, and one page for every other address that a person opens. What is at an address, the page
 * finds out by itself.
 */
export function pageRoutes({ http }: Service): void {
  let files: ReadonlyMap<string, BuiltFile> | undefined;
  http.get('/*', async (request, reply) => {
    files ??= builtFiles(folder);
    const path = request.url.split('?')[0] ?? '';
    const file = files.get(path) ?? (isForPeople(request, path) ? files.get('/index.html') : undefined);
    if (file) return send(request, reply, file);
    const location = redirectOf(request.method, request.url);
    if (location) return reply.redirect(location, 308);
    // Where the pages are not built there is something to read, at least.
    if (path === '/' && isForPeople(request, path)) return reply.redirect('/docs');
    throw new NotFound();
  });
}

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

/** What monitors and curl send when nobody told them otherwise. */
const takesAnything = ({ headers }: FastifyRequest): boolean =>
  headers.accept === undefined || headers.accept.includes('*/*');

/** Addresses of programs are answered in their way, whoever asks; the address of the service itself is no program's. */
const isForPeople = (request: FastifyRequest, path: string): boolean =>
  path === '/'
    ? wantsPage(request) || takesAnything(request)
    : wantsPage(request) && !/^\/(?:api|assets|docs)(?:\/|$)/.test(path);

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): unknown {
  const accepted = request.headers['accept-encoding'];
  const [packing, bytes = file.plain] =
    [...file.packed].find(([name]) => acceptsPacking(accepted, name)) ?? [];
  const etag = packing ? file.etag.replace(/"$/, `.${packing}"`) : file.etag;
  reply.headers({
    'content-security-policy': policy,
    'permissions-policy': unused,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
  });
  if (file.packed.size > 0) varies(reply);
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (packing) reply.header('content-encoding', packing);
  return reply.type(file.type).send(bytes);
}
