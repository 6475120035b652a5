import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, Text } from './schema.ts';

const Slug = Type.String({
  pattern: '^[a-z0-9-]{3,64}$',
  description: 'Name in addresses: 3 to 64 of `a-z`, `0-9` and `-`',
  example: 'analytical-engines',
});

const CardPrefix = Text(10, { description: 'What card numbers begin with', example: 'WEB' });

export const NewWorkspace = named(
  'NewWorkspace',
  Type.Object({
    publicId: Id,
    name: Type.String(),
    slug: Type.String(),
    description: nullable(Type.String()),
    plan: Type.String({ example: 'free' }),
    cardPrefix: Type.String(),
  }),
);

export const workspaces = {
  create: operation({
    id: 'createWorkspace',
    method: 'POST',
    path: '/workspaces',
    tag: 'Workspaces',
    summary: 'Make a workspace',
    description: 'The caller becomes its admin.',
    body: Type.Object({
      name: Text(64, { description: 'Name', example: 'Analytical Engines' }),
      description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
      slug: Type.Optional(Slug),
      cardPrefix: Type.Optional(CardPrefix),
    }),
    reply: NewWorkspace,
    errors: [400, 401, 403, 409],
    access: 'account',
  }),
};
