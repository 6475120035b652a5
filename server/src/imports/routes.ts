import { imports } from '../../../contract/imports.ts';
import { locate } from '../base/access/locate.ts';
import { fromBody, Invalid } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { fromProvider, howToConnect, providersOf, tokenFor } from '../integrations/flows.ts';
import { boardOfProject } from './codehost-project.ts';
import { importBoards, type ReadBoard } from './flows.ts';

export function importRoutes(service: Service): void {
  const { codehost } = providersOf(service);

  bind(service, imports.codehostProjects, async ({ actor, change, body }) => {
    const { workspacePublicId } = body;
    // Asked before the provider is, and again by every change.
    await fromBody(
      'workspacePublicId',
      locate(service.db, actor, 'workspace', workspacePublicId, 'board:create'),
    );
    const token = await tokenFor(service, actor, 'codehost');
    if (token === undefined) throw new Invalid(howToConnect('codehost'));
    const read: ReadBoard[] = [];
    for (const id of new Set(body.projectIds)) {
      const project = await fromProvider(
        { refused: 400, down: 500, unfit: 400 },
        codehost.project(token, id),
      );
      if (!project)
        throw new Invalid(`body/projectIds: ${id} is not a project that your connection can read`);
      read.push(boardOfProject(project));
    }
    const boards = await importBoards(service, change, workspacePublicId, 'codehost', read);
    return { projectsImported: boards.length };
  });
}
