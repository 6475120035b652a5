import { Type } from 'typebox';
import { operation } from './operation.ts';
import { named, oneOf } from './schema.ts';

const Health = named(
  'Health',
  Type.Object({
    status: oneOf(['ok', 'degraded'], { description: '`degraded` if files cannot be stored or read' }),
    database: oneOf(['ok'], {
      description: 'Whether the database answers; if it does not, the status code is 503',
    }),
    storage: oneOf(['ok', 'unavailable'], { description: 'Whether files can be stored and read' }),
    version: Type.String({ description: 'Version of the service', example: '1.0.0' }),
  }),
);

export const health = {
  get: operation({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Check the health of the service',
    reply: Health,
    errors: [503],
    access: 'none',
    unlimited: true,
  }),
};
