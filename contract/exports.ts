import { Type } from 'typebox';
import { operation } from './operation.ts';
import { oneOf, PublicId } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

export const exportFormats = ['native', 'csv', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const Format = oneOf(exportFormats, {
  description:
    '`native`: a zip with everything, as JSON lines and files, which can be imported again. `csv`: one row for each ' +
    'card, for spreadsheets. `markdown`: a zip with a file for each card, for people and agents',
  default: 'native',
});

const exportQuery = Type.Object({ format: Type.Optional(Format) });

const content =
  'What you may not see is left out. The file is written while it is sent: a card that is there all the time is in it ' +
  'exactly once, as it is when it is read, and a connection that is cut off leaves a file that cannot be read to its ' +
  'end. `docs/export-format.md` describes the formats.';

export const exports = {
  board: operation({
    id: 'exportBoard',
    method: 'GET',
    path: '/boards/{boardPublicId}/export',
    tag: 'Exports',
    summary: 'Export a board',
    description:
      'The board with its settings, lists, labels, members, and all its cards, including the archived ones, with ' +
      `everything on them. ${content}`,
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: exportQuery,
    reply: Type.String({ format: 'binary' }),
    produces: '*/*',
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  workspace: operation({
    id: 'exportWorkspace',
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
};
