import { relations } from '../../../contract/relations.ts';
import { locate, locateBoardsOf } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { typeOf } from '../data/relations/stored.ts';
import { numbersIn } from './actions/numbers.ts';
import { relate, unrelate } from './actions/relate.ts';
import { cardsByNumber, relationsAmong, relationsOf, shownCard } from './queries.ts';

export function relationRoutes(service: Service): void {
  const { db } = service;

  bind(service, relations.list, async ({ actor, params }) => {
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { workspaceId, id: cardId, cardPrefix, principal } = card;
    const found = await db.all(relationsOf, { ...principal, workspaceId, cardId });
    return {
      relations: found.map((row) => ({
        publicId: row.id,
        type: typeOf(row),
        card: shownCard(row, cardPrefix),
      })),
    };
  });

  bind(service, relations.create, ({ change, params, body }) =>
    change((work) => relate(work, params.cardPublicId, body)),
  );

  bind(service, relations.delete, ({ change, params }) =>
    change((work) => unrelate(work, params.cardPublicId, params.relationPublicId)),
  );

  bind(service, relations.among, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    const ids = [...new Set(query.cardPublicIds)];
    const found = await db.all(relationsAmong, { workspaceId: board.workspaceId, boardId: board.id, ids });
    return {
      relations: found.map(({ id, type, cardId, otherId }) => ({
        publicId: id,
        type,
        cardPublicId: cardId,
        otherPublicId: otherId,
      })),
    };
  });

  bind(service, relations.resolve, async ({ actor, params, query }) => {
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'card:view');
    const { id: workspaceId, cardPrefix, principal } = workspace;
    const numbers = numbersIn(query.keys ?? [], cardPrefix);
    const found = await db.all(cardsByNumber, { ...principal, workspaceId, numbers });
    return { cards: found.map((row) => shownCard(row, cardPrefix)) };
  });
}
