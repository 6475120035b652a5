import type { TObject } from 'typebox';
import type { Operation } from './operation.ts';

/* The headers of individual operations, besides those of every request, as the OpenAPI document lists them. */

const header = (name: string, description: string, schema: object = {}) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

const ifNoneMatch = header('If-None-Match', 'The `ETag` of the reply that the caller already has');
const ifMatch = header(
  'If-Match',
  'The `ETag` of what the caller has read: if it has changed since, nothing is done and the reply is 412',
);

const range = header(
  'Range',
  'The bytes to send, such as `bytes=0-1023`; a range that is not understood is ignored',
);

const idempotencyKey = header(
  'Idempotency-Key',
  'A name for this request, 1 to 255 visible ASCII characters: if the same user sends it again within 24 hours (ten ' +
    'minutes where the reply shows a secret that is shown once), nothing is done and the first reply is returned. A different request with the same name is refused, and so is the same one ' +
    'while the first is being carried out; `Retry-After` then says when that has ended, or the claim of a service that was interrupted',
  { pattern: '^[!-~]{1,255}$' },
);

/** Maximum time for which an idempotency key is remembered; seconds. */
export const keySeconds = 86_400;

const idempotencyTime = header(
  'Idempotency-Time',
  `The seconds that the \`Idempotency-Key\` of a first request counts, 1 to ${keySeconds}, instead of 24 hours`,
  { type: 'integer', minimum: 1, maximum: keySeconds },
);

const session = header(
  'X-Session',
  '`cookie` has the token kept in a cookie that no script can read, and not shown. Only pages of the service itself can ' +
    'have it so, and the cookie counts for their requests only',
  { enum: ['cookie'] },
);

/** Whether the operation changes data on behalf of a caller. */
const isWrite = ({ method, access, momentary }: Operation): boolean =>
  method !== 'GET' && access !== 'none' && !momentary;

/** Whether a request can be repeated safely with an `Idempotency-Key`. File uploads cannot: their bodies are not compared. */
export const takesIdempotencyKey = (operation: Operation): boolean =>
  isWrite(operation) && operation.consumes === undefined;

/** Whether the reply contains a secret that is shown only once. */
export const showsSecret = ({ reply }: Operation): boolean => hasSecret(reply);

const hasSecret = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  ('x-secret' in schema || Object.values(schema).some(hasSecret));

/** Whether the caller can choose the id of the new object; the id then identifies the request like an `Idempotency-Key`. */
export const takesPublicId = (operation: Operation): boolean =>
  takesIdempotencyKey(operation) && 'publicId' in ((operation.body as TObject | undefined)?.properties ?? {});

export const headerParameters = (operation: Operation) => [
  ...(operation.etag ? [ifNoneMatch] : []),
  ...(operation.errors.includes(412) ? [ifMatch] : []),
  ...(operation.errors.includes(416) ? [range] : []),
  ...(takesIdempotencyKey(operation) ? [idempotencyKey, idempotencyTime] : []),
  ...(operation.opensSession ? [session] : []),
];

const etag = { description: 'Changes whenever the reply does', schema: { type: 'string' } };

const replayed = {
  description:
    '`true` if this is the reply to an earlier request with the same `Idempotency-Key`, or the same `publicId`',
  schema: { type: 'string' },
};

const unknownFields = {
  description: 'Body fields that are unknown and were ignored, separated by commas; at most ten',
  schema: { type: 'string' },
};

const changePosition = {
  description:
    'A position in the changes of the workspace, which `GET /workspaces/{workspacePublicId}/events` tells. Of a read: who ' +
    'follows them from there misses none that the reply does not show. Of a write: that of the last change which it made; ' +
    'left out where it changed nothing that anyone else can see',
  schema: { type: 'integer' },
};

/** Whether replies carry the position in the workspace's change log that they correspond to. */
const tellsPosition = (operation: Operation): boolean => operation.position ?? isWrite(operation);

export function replyHeaders(operation: Operation) {
  const headers = {
    ...(operation.etag ? { ETag: etag } : {}),
    ...(tellsPosition(operation) ? { 'Change-Position': changePosition } : {}),
    ...(operation.body && !operation.consumes ? { 'Unknown-Fields': unknownFields } : {}),
    ...(takesIdempotencyKey(operation) ? { 'Idempotent-Replayed': replayed } : {}),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}
