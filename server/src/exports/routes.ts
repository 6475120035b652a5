import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exports } from '../../../contract/exports.ts';
import { locate, locateBoardsOf } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { createTurns } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { contentOf, contentTypeOf, nameOfFile, type Wanted } from './content.ts';
import { boardsToExport } from './queries.ts';

export function exportRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = { db, turns: createTurns(1) };

  const send = async (wanted: Wanted, slug: string, request: FastifyRequest, reply: FastifyReply) => {
    const name = nameOfFile(slug, wanted.format, clock.now());
    reply.headers({
      'content-type': contentTypeOf(wanted.format),
      // A slug has nothing in it that would have to be quoted.
      'content-disposition': `attachment; filename="${name}"`,
    });
    return request.method === 'HEAD' ? Readable.from([]) : contentOf(service, sources, wanted);
  };

  bind(service, exports.board, async ({ actor, params, query, request, reply }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const { format = 'native' } = query;
    const wanted = { actor, workspaceId: board.workspaceId, boardIds: [board.id], format };
    return send(wanted, board.slug, request, reply);
  });

  bind(service, exports.workspace, async ({ actor, params, query, request, reply }) => {
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'board:view');
    const { workspaceId, principal, slug } = workspace;
    const { format = 'native' } = query;
    const boards = await db.all(boardsToExport, { workspaceId, ...principal });
    const boardIds = boards.map(({ id }) => id);
    return send({ actor, workspaceId, boardIds, format }, slug, request, reply);
  });
}
