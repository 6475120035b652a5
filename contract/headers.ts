import type { Operation } from './operation.ts';

/* The headers that operations take and give beside those of every request, as the OpenAPI document lists them. */

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const ifNoneMatch = header('If-None-Match', 'The `ETag` of the reply that the caller has');
const ifMatch = header(
  'If-Match',
  'The `ETag` of what the caller has read: where it has changed since, nothing is done and the answer is 412',
);

export const headerParameters = (operation: Operation) => [
  ...(operation.etag ? [ifNoneMatch] : []),
  ...(operation.errors.includes(412) ? [ifMatch] : []),
];

const etag = { description: 'Changes whenever the reply does', schema: { type: 'string' } };

export const replyHeaders = (operation: Operation) => (operation.etag ? { headers: { ETag: etag } } : {});
