import type { Operation } from './operation.ts';

/* The headers that operations take and give beside those of every request, as the OpenAPI document lists them. */

const header = (name: string, description: string, schema: object = {}) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

const ifNoneMatch = header('If-None-Match', 'The `ETag` of the reply that the caller has');
const ifMatch = header(
  'If-Match',
  'The `ETag` of what the caller has read: where it has changed since, nothing is done and the answer is 412',
);

const range = header('Range', 'The bytes to send, as `bytes=0-1023`; all of them where it is not understood');

const idempotencyKey = header(
  'Idempotency-Key',
  'A name for this request, 1 to 255 visible ASCII characters: where it is sent again by the same user within 24 ' +
    'hours, the answer is the first one and nothing is done. Another request under the same name is refused',
  { pattern: '^[!-~]{1,255}$' },
);

/** Whether a request may be made to be carried out once, however often it is sent. */
export const takesIdempotencyKey = ({ method, access }: Operation): boolean =>
  method === 'POST' && access !== 'none';

export const headerParameters = (operation: Operation) => [
  ...(operation.etag ? [ifNoneMatch] : []),
  ...(operation.errors.includes(412) ? [ifMatch] : []),
  ...(operation.errors.includes(416) ? [range] : []),
  ...(takesIdempotencyKey(operation) ? [idempotencyKey] : []),
];

const etag = { description: 'Changes whenever the reply does', schema: { type: 'string' } };

const replayed = {
  description: '`true` where this is the answer to an earlier request with the same `Idempotency-Key`',
  schema: { type: 'string' },
};

const unknownFields = {
  description: 'The fields of the body that are not known and were ignored, with commas between; at most ten',
  schema: { type: 'string' },
};

export function replyHeaders(operation: Operation) {
  const headers = {
    ...(operation.etag ? { ETag: etag } : {}),
    ...(operation.body && !operation.consumes ? { 'Unknown-Fields': unknownFields } : {}),
    ...(takesIdempotencyKey(operation) ? { 'Idempotent-Replayed': replayed } : {}),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}
