import { Type } from 'typebox';
import { operation } from './operation.ts';
import { named, oneOf } from './schema.ts';

const Health = named(
  'Health',
  Type.Object({
    status: oneOf(['ok', 'degraded'], { description: '`degraded` where files cannot be stored or read' }),
    database: oneOf(['ok'], {
      description: 'Whether the database answers; where it does not, the status is 503',
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
    summary: 'Tell how the service is',
    reply: Health,
    errors: [503],
    access: 'none',
    unlimited: true,
  }),
};
