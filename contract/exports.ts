import { Type } from 'typebox';
import { FilterText } from './filters.ts';
import { operation } from './operation.ts';
import { Count, ErrorIssues, Id, named, nullable, oneOf, PublicId, Success, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

export const exportFormats = ['native', 'csv', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ['waiting', 'running', 'completed', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

const Format = oneOf(exportFormats, {
  description:
    '`native`: a zip with everything, as JSON lines and files, which can be imported again. `csv`: one row for each ' +
    'card, for spreadsheets. `markdown`: a zip with a text for each card, and the files, for people and agents',
  default: 'native',
});

const exportQuery = Type.Object({ format: Type.Optional(Format) });

const Filter = FilterText(
  'Only cards that pass this filter, as of `GET /filters/check`; those in the archive as well, unless it says `-is:archived`. ' +
    'The order stays that of the board',
);

const content =
  'What you may not see is left out. The file is written while it is sent: a card that is there all the time is in it ' +
  'exactly once, as it is when it is read, and a connection that is cut off leaves a file that cannot be read to its ' +
  'end. `docs/export-format.md` describes the formats.';

const Export = named(
  'Export',
  Type.Object({
    exportPublicId: Id,
    workspacePublicId: Id,
    boardPublicId: nullable(Type.String({ description: 'The board; null for the whole workspace' })),
    format: Format,
    filter: nullable(Type.String({ description: 'The cards that it has; null for all', example: 'is:open' })),
    state: oneOf(exportStates, {
      description: '`waiting` to be begun, or begun anew; the last two are final',
    }),
    done: Count('Number of cards written so far'),
    total: Count('About how many there are, while it is written'),
    size: nullable(Count('Bytes of the file; null until it is whole')),
    url: nullable(
      Type.String({
        description:
          'Where the file is, once it is whole: works for at most ten minutes, so read the export again then',
      }),
    ),
    error: nullable(
      Type.String({ description: 'Why it failed or, while it waits for `retryAt`, was interrupted' }),
    ),
    errorIssues: ErrorIssues,
    retryAt: nullable(Timestamp('When it is tried again after it was interrupted; ten times at most')),
    createdAt: Timestamp('When it was asked for'),
    endedAt: nullable(Timestamp('When it ended; three days later it is deleted')),
  }),
);

const later =
  'An account has at most 10 exports at a time: 409 if there are more, until one is deleted or three days old. The export ' +
  'continues if the service is restarted.';

const exportParams = Type.Object({ exportPublicId: PublicId('The export') });

export const exports = {
  board: operation({
    id: 'exportBoard',
    work: 'heavy',
    method: 'GET',
    path: '/boards/{boardPublicId}/export',
    tag: 'Exports',
    summary: 'Export a board',
    description:
      'The board with its settings, lists, labels, members, and all its cards, including the archived ones, with ' +
      `everything on them. ${content}`,
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: Type.Object({ ...exportQuery.properties, filter: Type.Optional(Filter) }),
    reply: Type.String({ format: 'binary' }),
    produces: '*/*',
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  workspace: operation({
    id: 'exportWorkspace',
    confirmed: true,
    work: 'heavy',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/export',
    tag: 'Exports',
    summary: 'Export a workspace',
    description: `All boards and templates of the workspace that you may see, including the archived ones. ${content}`,
    params: workspaceParams,
    query: exportQuery,
    reply: Type.String({ format: 'binary' }),
    produces: '*/*',
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  startBoard: operation({
    id: 'startBoardExport',
    method: 'POST',
    path: '/boards/{boardPublicId}/exports',
    tag: 'Exports',
    summary: 'Export a board in the background',
    description: `The same as the export of a board, written to a file that you can download when it is whole. ${later}`,
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    body: Type.Object({ format: Type.Optional(Format), filter: Type.Optional(Filter) }),
    reply: Export,
    errors: [400, 401, 403, 404, 409],
    access: 'board:view',
  }),
  startWorkspace: operation({
    id: 'startWorkspaceExport',
    confirmed: true,
    method: 'POST',
    path: '/workspaces/{workspacePublicId}/exports',
    tag: 'Exports',
    summary: 'Export a workspace in the background',
    description: `The same of all boards of the workspace that you may see. ${later}`,
    params: workspaceParams,
    body: Type.Object({ format: Type.Optional(Format) }),
    reply: Export,
    errors: [400, 401, 403, 404, 409],
    access: 'board:view',
  }),
  list: operation({
    id: 'listExports',
    method: 'GET',
    path: '/exports',
    tag: 'Exports',
    summary: 'List your exports',
    description:
      'What you asked for, in all workspaces, newest first. A key sees only what was asked for with no more permissions ' +
      'than it has.',
    reply: Type.Array(Export),
    errors: [401, 403],
    access: 'user',
  }),
  get: operation({
    id: 'getExport',
    method: 'GET',
    path: '/exports/{exportPublicId}',
    tag: 'Exports',
    summary: 'Read an export',
    description:
      'How far an export is that you asked for, and where its file is. A key sees only what was asked for with no more ' +
      'permissions than it has.',
    params: exportParams,
    reply: Export,
    errors: [400, 401, 403, 404],
    access: 'user',
  }),
  delete: operation({
    id: 'deleteExport',
    method: 'DELETE',
    path: '/exports/{exportPublicId}',
    tag: 'Exports',
    summary: 'Cancel or delete an export',
    description: 'If it is still being written, that ends. Its file is deleted.',
    params: exportParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'user',
  }),
  content: operation({
    id: 'downloadExport',
    method: 'GET',
    path: '/exports/{exportPublicId}/content',
    tag: 'Exports',
    summary: 'Download an export',
    description:
      'The file itself. The address is the `url` of the export. It needs no credential and works for at most ten minutes, ' +
      'and only while the user it was issued to may see the board, or boards of the workspace.',
    params: exportParams,
    query: Type.Object({
      expires: Type.Integer({ minimum: 0, description: 'When the address expires, in seconds since 1970' }),
      user: PublicId('The user the address was issued to'),
      signature: Type.String({ minLength: 1, maxLength: 100, description: 'Signature of the address' }),
    }),
    reply: Type.String({ format: 'binary' }),
    produces: '*/*',
    unlimited: true,
    errors: [400, 403, 404],
    access: 'none',
  }),
};
