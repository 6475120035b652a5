import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../base/errors.ts';
import { redirectOf } from '../base/http/canonical.ts';
import { acceptsPacking, varies } from '../base/http/compress.ts';
import { namesTag } from '../base/http/etag.ts';
import type { Service } from '../base/service.ts';
import { type BuiltFile, builtFiles } from './built.ts';
import type { Assets } from './public-board/document.ts';
import { publicBoardRoutes } from './public-board/routes.ts';

/** Everything is loaded from this server, nothing is inline, and text becomes markup in only two places. */
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
  'trusted-types markdown dompurify stream offline told',
].join('; ');

/** Browser features that the pages do not use, disabled so that injected code cannot use them either. */
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

const built = join(import.meta.dirname, '../../../web/dist');

/**
 * Serves the files of the pages, and the same HTML page for every other address opened by a person. The page does its own routing.
 */
export function pageRoutes(service: Service, folder = built): void {
  const { http } = service;
  let files: ReadonlyMap<string, BuiltFile> | undefined;
  publicBoardRoutes(service, () => {
    files ??= builtFiles(folder);
    return assetsIn(files);
  });
  http.get('/*', async (request, reply) => {
    files ??= builtFiles(folder);
    const path = request.url.split('?')[0] ?? '';
    const file = files.get(path) ?? (isForPeople(request, path) ? files.get('/index.html') : undefined);
    if (file) return send(request, reply, file);
    const location = redirectOf(request.method, request.url);
    if (location) return reply.redirect(location, 308);
    // Without built pages, at least show the API documentation: also to those who open the link of a mail, with its code.
    if (isForPeople(request, path)) return reply.redirect('/docs');
    throw new NotFound();
  });
}

/** The style and script of the pages of public boards, which are built for them alone. */
function assetsIn(files: ReadonlyMap<string, BuiltFile>): Assets | undefined {
  const named = (end: string) =>
    files.keys().find((path) => path.startsWith('/assets/public-board.') && path.endsWith(end));
  const [style, script] = [named('.css'), named('.js')];
  return style !== undefined && script !== undefined ? { style, script } : undefined;
}

/** WebKit's service workers ask for pages without saying in `Accept` what they are to be, but always that it is to go there. */
const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') || headers['sec-fetch-mode'] === 'navigate';

/** Whether any type is accepted, as monitors and curl send by default. */
const takesAnything = ({ headers }: FastifyRequest): boolean =>
  headers.accept === undefined || headers.accept.includes('*/*');

/** Whether to answer with a page. Paths for programs always get their own kind of response, except the root. */
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
