import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Count, PublicId } from './schema.ts';

export const imports = {
  codehostProjects: operation({
    id: 'importCodehostProjects',
    method: 'POST',
    path: '/imports/codehost/projects',
    tag: 'Imports',
    summary: 'Import projects from your code host',
    description:
      'Creates a board from each project (E18), all of them or none. The options of its status field become ' +
      'lists; those of its other single-select fields and the labels of its issues become labels; items become ' +
      'cards with their title, text, assignees (members with the same e-mail address) and due date. Importing ' +
      'again creates a new board. Without a connection, or if a project cannot be read, nothing is stored: 400.',
    body: Type.Object({
      projectIds: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids of projects, as listed',
        example: ['PVT_kwDOAAZ9Hs4AAXyz'],
      }),
      workspacePublicId: PublicId('The workspace that gets the boards'),
    }),
    reply: Type.Object({ projectsImported: Count('Number of boards created') }),
    severalChanges: true,
    errors: [400, 401, 403],
    access: 'board:create',
  }),
};
