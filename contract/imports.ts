import { Type } from 'typebox';
import { ImportColumns, Mapping } from './import-column-shapes.ts';
import { operation } from './operation.ts';
import { Count, ErrorIssues, Id, named, nullable, oneOf, PublicId, Success, Timestamp } from './schema.ts';

/** Formats that a board can be imported from. */
export const importFormats = ['boardtool-json', 'csv', 'wekan', 'kanboard', 'planka'] as const;

export type ImportFormat = (typeof importFormats)[number];

/** Formats of uploaded files, including those that are not text. */
export const uploadFormats = [...importFormats, 'vikunja', 'native'] as const;

export type UploadFormat = (typeof uploadFormats)[number];

export const importStates = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

const Format = oneOf(importFormats, {
  description:
    'What the file is. `boardtool-json`: a board exported by the board tool as JSON. `csv`: a table in UTF-8 with a row for ' +
    'each card, whose first row names the columns: title (or name, summary), description, list (status), labels (tags), ' +
    'members (assignees), due date, archived, checklists, number, created, created by, board. The CSV export of a board has ' +
    'these; exports of Jira, Asana, Linear, Todoist, ClickUp, Notion, Monday, Planner, Trello, GitHub and GitLab are known by ' +
    'their headings. Other columns become fields of the board: see `POST /imports/files/columns`. ' +
    '`wekan`: a board exported by WeKan as JSON or, as an upload, as a zip, with the attachments in it. `kanboard`: the tasks ' +
    'of a project, exported by Kanboard as CSV. `planka`: the reply of PLANKA 1 or 2 to `GET /api/boards/{id}`, as it has ' +
    'no export of its own; comments are not in it, and attachments stay links',
});

const UploadFormat = oneOf(uploadFormats, {
  description:
    'As for `POST /imports/files`, or `native`: the zip of a native export; or `vikunja`: the zip of a user’s data that ' +
    'Vikunja 0.21 or later exports, of which `board` names a project',
});

const importParams = Type.Object({ importPublicId: PublicId('The import') });

const Async = Type.Optional(
  Type.Boolean({ description: '`true` for a reply at once, and not when the board is complete' }),
);

const Import = named(
  'Import',
  Type.Object({
    importPublicId: Id,
    workspacePublicId: Id,
    source: Type.String({ description: 'What it is from', example: 'boardtool-json' }),
    state: oneOf(importStates, {
      description: '`waiting` to be begun or tried again; the last three are final',
    }),
    done: Count('Number of cards written so far'),
    total: nullable(Count('Number of cards; null until it is known')),
    boardPublicId: nullable(Type.String({ description: 'The board, once the import is completed' })),
    boardName: nullable(Type.String({ description: 'Its name in the file, once it is known' })),
    warnings: Type.Array(Type.String(), {
      description: 'What was not taken over as it was: a line per kind',
      example: ['stickers left out: 4'],
    }),
    report: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'What was not taken over, in a few words' }),
        count: Count('How often'),
        examples: Type.Array(Type.String(), { description: 'The first ten' }),
        needsAttention: Type.Boolean({
          description:
            '`false` for what is kept in another form, decoration and history: there is nothing to do about it',
        }),
      }),
      { description: 'The same as data' },
    ),
    error: nullable(
      Type.String({ description: 'Why it failed or, while it waits for `retryAt`, was interrupted' }),
    ),
    errorIssues: ErrorIssues,
    retryAt: nullable(Timestamp('When it is tried again after it was interrupted; ten times at most')),
    userId: Type.String({ description: 'Who asked for it' }),
    createdAt: Timestamp('When it was asked for'),
    endedAt: nullable(Timestamp('When it ended')),
  }),
);

const Into = Type.Optional(
  PublicId(
    'An existing board of the workspace, which gets the lists after its own; without it, a new board is created',
  ),
);

const Name = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'What the board of a table (`csv`) is called if the file does not say',
    example: 'Website',
  }),
);

const Started = Type.Object({
  boardsImported: Count(
    'Number of boards created; 0 if the import continues in the background, or added lists to a board',
  ),
  importPublicId: Id,
});

export const imports = {
  file: operation({
    id: 'importFile',
    method: 'POST',
    path: '/imports/files',
    tag: 'Imports',
    summary: 'Import a board from a file',
    description:
      'Creates a board from the text of a file, or nothing: 400 says what is wrong with it. People whom the workspace ' +
      'does not know become members without access. What has no place is left out and reported. With ' +
      '`async=true` the reply comes at once, and the import continues in the background: see `GET /imports/{importPublicId}`. ' +
      'For a large file, use `POST /imports/files/upload`. With `boardPublicId`, the lists of the file are added to an ' +
      'existing board, all at once; labels that it has, by name and colour, are used again. This also requires ' +
      '`list:create`, `card:create` and `board:edit` on that board.',
    query: Type.Object({ async: Async }),
    body: Type.Object({
      workspacePublicId: PublicId('The workspace that gets the board'),
      boardPublicId: Into,
      format: Format,
      name: Name,
      mapping: Mapping,
      content: Type.String({
        minLength: 1,
        description: 'The text of the file',
        example: '{"name": "Website", …}',
      }),
    }),
    reply: Started,
    severalChanges: true,
    errors: [400, 401, 403, 409, 503],
    access: 'board:create',
  }),
  upload: operation({
    id: 'uploadImport',
    method: 'POST',
    path: '/imports/files/upload',
    tag: 'Imports',
    summary: 'Import a board from a large file',
    description:
      'The same, with the bytes of the file as the body, up to `MAX_UPLOAD_SIZE`. The reply comes when the file is ' +
      'stored; the import continues in the background, even if the service is restarted.',
    query: Type.Object({
      workspacePublicId: PublicId('The workspace that gets the board'),
      boardPublicId: Into,
      format: UploadFormat,
      name: Name,
      mapping: Mapping,
      board: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'The board to import, by its id in the file; required if a native export has several. In an export of Vikunja, ' +
            'a project by its id or title',
          example: 'mi8f3k2a7q0x4v9z',
        }),
      ),
    }),
    consumes: '*/*',
    reply: Started,
    severalChanges: true,
    errors: [400, 401, 403, 409, 413, 503],
    access: 'board:create',
  }),
  columns: operation({
    id: 'readImportColumns',
    method: 'POST',
    path: '/imports/files/columns',
    tag: 'Imports',
    summary: 'Read the columns of a table',
    description:
      'Takes the bytes of a CSV file, or its beginning, up to 2 MB, and returns its columns, each with samples and what an ' +
      'import makes of it. Nothing is stored: to import the file, send it to `POST /imports/files/upload`, with `mapping` to ' +
      'have columns become something else.',
    query: Type.Object({ workspacePublicId: PublicId('The workspace that gets the board') }),
    consumes: '*/*',
    reply: ImportColumns,
    momentary: true,
    errors: [400, 401, 403, 413, 503],
    access: 'board:create',
  }),
  list: operation({
    id: 'listImports',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/imports',
    tag: 'Imports',
    summary: 'List the imports of a workspace',
    description:
      'The newest 100, newest first, as `GET /imports/{importPublicId}` shows them. An import is forgotten 30 days after it ' +
      'has ended.',
    params: Type.Object({ workspacePublicId: PublicId('The workspace') }),
    reply: Type.Array(Import),
    errors: [400, 401, 403, 404],
    access: 'board:create',
  }),
  get: operation({
    id: 'getImport',
    method: 'GET',
    path: '/imports/{importPublicId}',
    tag: 'Imports',
    summary: 'Read an import',
    description:
      'How far it is, and what it left out. Nobody sees the board before the import is completed, and until then only its ' +
      'requester and admins see `boardName`, `error`, `warnings` and `report`. If the board is closed to you, or no longer ' +
      'there, the import is not found.',
    params: importParams,
    reply: Import,
    errors: [400, 401, 403, 404],
    access: 'board:create',
  }),
  cancel: operation({
    id: 'cancelImport',
    method: 'POST',
    path: '/imports/{importPublicId}/cancel',
    tag: 'Imports',
    summary: 'Cancel an import',
    description: 'Nothing of it stays. 409 if it has ended.',
    params: importParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:create',
  }),
  codehostProjects: operation({
    id: 'importCodehostProjects',
    method: 'POST',
    path: '/imports/codehost/projects',
    tag: 'Imports',
    summary: 'Import projects from your code host',
    description:
      'Creates a board from each project (E18), all of them or none. The options of its status field become ' +
      'lists; those of its other single-select fields and the labels of its issues become labels; drafts, issues and ' +
      'pull requests become cards with their title, text, author, assignees, due date and comments. What a card has no ' +
      'place for (state, milestone, other dates, numbers, iterations, sub-issues, reviewers) stands in its description. ' +
      'People whom the workspace does not know become members without access. Links among the items lead to their ' +
      'cards. Importing again creates a new board. Without a connection, or if a project cannot be read, nothing is ' +
      'stored: 400. With `async=true` the reply comes at once, and an import of each project continues in the background, even ' +
      'if GitHub accepts no more requests for a while: see `GET /imports/{importPublicId}`.',
    query: Type.Object({ async: Async }),
    body: Type.Object({
      projectIds: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids of projects, as listed',
        example: ['PVT_kwDOAAZ9Hs4AAXyz'],
      }),
      workspacePublicId: PublicId('The workspace that gets the boards'),
    }),
    reply: Type.Object({
      projectsImported: Count('Number of boards created; 0 if the imports go on'),
      importPublicIds: Type.Optional(
        Type.Array(Id, { description: 'With `async=true`: an import for each project' }),
      ),
    }),
    severalChanges: true,
    errors: [400, 401, 403],
    access: 'board:create',
  }),
  boardtoolBoards: operation({
    id: 'importBoardtoolBoards',
    method: 'POST',
    path: '/imports/boardtool/boards',
    tag: 'Imports',
    summary: 'Import boards from your board tool',
    description:
      'Starts an import for each board, and answers at once: see `GET /imports/{importPublicId}`. Each creates a board, ' +
      'whole or not at all, with lists, cards, labels, checklists, comments and people, archived cards and lists included; ' +
      'files that were uploaded there are fetched, up to `MAX_UPLOAD_SIZE` each. What has no place is reported. Importing ' +
      'again creates a new board. Without a connection, or if a board cannot be read, nothing is started: 400.',
    body: Type.Object({
      boardIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids of boards, as listed',
        example: ['5bd0f0c0a8f0f000000000aa'],
      }),
      workspacePublicId: PublicId('The workspace that gets the boards'),
    }),
    reply: Type.Object({
      boardsImported: Count('Always 0: the imports go on'),
      importPublicIds: Type.Array(Id, { description: 'The imports, in the order of the boards' }),
    }),
    severalChanges: true,
    errors: [400, 401, 403, 409, 503],
    access: 'board:create',
  }),
};
