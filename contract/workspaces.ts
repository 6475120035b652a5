import { Type } from 'typebox';
import { workspaceMembers } from './filters.ts';
import { operation } from './operation.ts';
import { Id, Markdown, named, nullable, PublicId, Success, Text, Timestamp } from './schema.ts';
import { Member } from './shapes.ts';

export const workspaceParams = Type.Object({ workspacePublicId: PublicId('The workspace') });

export const Slug = Type.String({
  'x-lower': true,
  pattern: '^[A-Za-z0-9-]{3,64}$',
  description:
    'Name used in addresses: 3 to 64 characters of `a-z`, `0-9` and `-`; capitals become lower case',
  example: 'analytical-engines',
});

/** Some clients send an empty slug to mean none. */
const SlugOrNone = Type.String({
  'x-lower': true,
  pattern: '^(?:[A-Za-z0-9-]{3,64})?$',
  description:
    'Name used in addresses: 3 to 64 characters of `a-z`, `0-9` and `-`; capitals become lower case. If it is ' +
    'empty, one is chosen',
  example: 'analytical-engines',
});

const Name = Text(64, { description: 'Name', example: 'Analytical Engines' });
const Description = nullable(Markdown({ description: 'Markdown; null for none' }));
const CardPrefix = Text(10, { description: 'Prefix of card numbers', example: 'WEB' });

const WeekStartDay = Type.Unsafe<0 | 1 | 6>({
  type: 'integer',
  enum: [0, 1, 6],
  description: 'First day of the week: 0 Sunday, 1 Monday, 6 Saturday',
  example: 1,
});

const ShowEmails = Type.Boolean({
  description: "Whether members see each other's email addresses; those who may edit members always do",
});

const AllowPublicBoards = Type.Boolean({
  description:
    'Whether boards may be public. Where they may not, no board can become public, and those that are cannot be read ' +
    'without signing in until they may again',
});

const basics = {
  publicId: Id,
  name: Type.String({ example: 'Analytical Engines' }),
  slug: Type.String({ example: 'analytical-engines' }),
  description: nullable(Type.String({ description: 'Markdown' })),
  cardPrefix: Type.String({ example: 'WEB' }),
};

const Plan = Type.String({ example: 'free' });

export const NewWorkspace = named('NewWorkspace', Type.Object({ ...basics, plan: Plan }));

export const WorkspaceOfMine = named(
  'WorkspaceOfMine',
  Type.Object({
    role: Type.String({ description: 'Name of your role there', example: 'admin' }),
    workspace: Type.Object({
      ...basics,
      plan: Plan,
      weekStartDay: WeekStartDay,
      deletedAt: nullable(Timestamp('When it was moved to the trash')),
    }),
  }),
);

export const Workspace = named(
  'Workspace',
  Type.Object({
    ...basics,
    showEmailsToMembers: ShowEmails,
    allowPublicBoards: AllowPublicBoards,
    weekStartDay: WeekStartDay,
    members: Type.Array(Member, { description: 'Oldest first, without removed members' }),
  }),
);

export const workspaces = {
  list: operation({
    id: 'listWorkspaces',
    method: 'GET',
    path: '/workspaces',
    tag: 'Workspaces',
    summary: 'List your workspaces',
    description:
      'Those of which you are an active member and which the credential can access, by name, without those where ' +
      'you lack `workspace:view`.',
    query: Type.Object({
      deleted: Type.Optional(
        Type.Boolean({
          description: '`true` for those in the trash that you may restore (`workspace:delete`) instead',
        }),
      ),
    }),
    reply: Type.Array(WorkspaceOfMine),
    errors: [400, 401, 403],
    access: 'user',
  }),
  create: operation({
    id: 'createWorkspace',
    method: 'POST',
    path: '/workspaces',
    tag: 'Workspaces',
    summary: 'Create a workspace',
    description: 'The caller becomes its admin. If no slug is given, one is made from the name.',
    body: Type.Object({
      name: Name,
      description: Type.Optional(Description),
      slug: Type.Optional(SlugOrNone),
      cardPrefix: Type.Optional(CardPrefix),
    }),
    reply: NewWorkspace,
    errors: [400, 401, 403, 409],
    access: 'account',
  }),
  checkSlug: operation({
    id: 'checkWorkspaceSlug',
    method: 'GET',
    path: '/workspaces/check-slug-availability',
    tag: 'Workspaces',
    summary: 'Check whether a slug is available',
    description:
      'A slug that a workspace had in the last 90 days is reserved: only that workspace can take it back, and its ' +
      'members see it as available. A workspace keeps its last ten slugs.',
    query: Type.Object({ workspaceSlug: Slug }),
    reply: Type.Object({
      isAvailable: Type.Boolean({ description: 'Whether a workspace can take it' }),
      isReserved: Type.Boolean({
        description:
          'Whether it is taken, or reserved for the service itself or for the workspace that had it',
      }),
    }),
    errors: [400, 401, 403],
    access: 'user',
  }),
  get: operation({
    id: 'getWorkspace',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}',
    tag: 'Workspaces',
    summary: 'Read a workspace',
    description:
      'Its settings and members. Email addresses are null if the workspace hides them. A slug that it had in the ' +
      'last 90 days works too.',
    params: Type.Object({
      workspacePublicId: Type.String({
        minLength: 3,
        maxLength: 64,
        description: 'The workspace, by id or by slug',
        example: 'analytical-engines',
      }),
    }),
    query: Type.Object(workspaceMembers('`members` is empty')),
    reply: Workspace,
    position: true,
    errors: [400, 401, 403, 404],
    access: 'workspace:view',
  }),
  update: operation({
    id: 'updateWorkspace',
    method: 'PUT',
    path: '/workspaces/{workspacePublicId}',
    tag: 'Workspaces',
    summary: 'Update a workspace',
    description:
      'Takes one or more of the fields; changing `allowPublicBoards` requires `board:share` as well. The old slug leads ' +
      'to the workspace for 90 days, and nobody else can take it until then.',
    params: workspaceParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        slug: Type.Optional(Slug),
        description: Type.Optional(Description),
        showEmailsToMembers: Type.Optional(ShowEmails),
        allowPublicBoards: Type.Optional(AllowPublicBoards),
        weekStartDay: Type.Optional(WeekStartDay),
        cardPrefix: Type.Optional(CardPrefix),
      },
      { minProperties: 1 },
    ),
    reply: Workspace,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:edit',
  }),
  delete: operation({
    id: 'deleteWorkspace',
    method: 'DELETE',
    path: '/workspaces/{workspacePublicId}',
    tag: 'Workspaces',
    summary: 'Delete a workspace',
    description:
      'Moves it and everything in it to the trash, from which it can be restored for 30 days. It keeps its slug.',
    params: workspaceParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:delete',
  }),
  restore: operation({
    id: 'restoreWorkspace',
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/restore',
    tag: 'Workspaces',
    summary: 'Restore a workspace',
    description:
      'Restores it from the trash as it was. If its admins have deleted their accounts since, it stays there: 403.',
    params: workspaceParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'workspace:delete',
  }),
};
