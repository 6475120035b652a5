import type { FastifyRequest } from 'fastify';
import { cards } from '../../../contract/cards.ts';
import { locate } from '../access/locate.ts';
import { bind } from '../http/bind.ts';
import { cursorFrom, oldest, pageJson, pageOf } from '../http/cursor.ts';
import { requireMatch } from '../http/etag.ts';
import type { Service } from '../service.ts';
import { archiveCard } from './actions/archive.ts';
import { changeCards } from './actions/bulk.ts';
import { createCard } from './actions/create.ts';
import { deleteCard } from './actions/delete.ts';
import { duplicateCard } from './actions/duplicate.ts';
import { addLabel, removeLabel, toggleLabel } from './actions/labels.ts';
import { addMember, removeMember, toggleMember } from './actions/members.ts';
import { restoreCard } from './actions/restore.ts';
import { updateCard } from './actions/update.ts';
import type { Precondition } from './card.ts';
import { myCards } from './queries.ts';
import { readCard } from './read.ts';
import { dueRangesFrom } from './shapes.ts';

export function cardRoutes(service: Service): void {
  const { db, change, clock } = service;

  bind(service, cards.create, ({ actor, body }) => change(actor, (work) => createCard(work, body)));

  bind(service, cards.bulk, ({ actor, body }) => change(actor, (work) => changeCards(work, body.operations)));

  bind(service, cards.get, async ({ actor, params }) => {
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    return readCard(service, db, card, actor.userId);
  });

  bind(service, cards.mine, async ({ actor, query }) => {
    const { workspacePublicId = null, dueDateFilters, limit = 20, cursor } = query;
    if (workspacePublicId !== null) await locate(db, actor, 'workspace', workspacePublicId, null);
    const found = await db.all(myCards, {
      userId: actor.userId,
      mask: actor.mask,
      openWorkspaceId: actor.workspaceId,
      workspaceId: workspacePublicId,
      due: dueRangesFrom(dueDateFilters, clock.now()),
      ...cursorFrom(cursor, oldest),
      limit: limit + 1,
    });
    const { shown, nextCursor } = pageOf(found, limit);
    return pageJson('cards', shown, nextCursor);
  });

  for (const operation of [cards.replace, cards.update]) {
    bind(service, operation, ({ actor, params, body, request }) =>
      change(actor, (work) =>
        updateCard(work, params.cardPublicId, body, unchanged(service, request, actor.userId)),
      ),
    );
  }

  bind(service, cards.duplicate, ({ actor, params, body }) =>
    change(actor, (work) => duplicateCard(work, params.cardPublicId, body)),
  );

  bind(service, cards.archive, ({ actor, params }) =>
    change(actor, (work) => archiveCard(work, params.cardPublicId)),
  );

  bind(service, cards.restore, ({ actor, params }) =>
    change(actor, (work) => restoreCard(work, params.cardPublicId)),
  );

  bind(service, cards.delete, ({ actor, params, request }) =>
    change(actor, (work) => deleteCard(work, params.cardPublicId, unchanged(service, request, actor.userId))),
  );

  bind(service, cards.toggleLabel, ({ actor, params }) =>
    change(actor, (work) => toggleLabel(work, params.cardPublicId, params.labelPublicId)),
  );

  bind(service, cards.addLabel, ({ actor, params }) =>
    change(actor, (work) => addLabel(work, params.cardPublicId, params.labelPublicId)),
  );

  bind(service, cards.removeLabel, ({ actor, params }) =>
    change(actor, (work) => removeLabel(work, params.cardPublicId, params.labelPublicId)),
  );

  bind(service, cards.toggleMember, ({ actor, params }) =>
    change(actor, (work) => toggleMember(work, params.cardPublicId, params.workspaceMemberPublicId)),
  );

  bind(service, cards.addMember, ({ actor, params }) =>
    change(actor, (work) => addMember(work, params.cardPublicId, params.workspaceMemberPublicId)),
  );

  bind(service, cards.removeMember, ({ actor, params }) =>
    change(actor, (work) => removeMember(work, params.cardPublicId, params.workspaceMemberPublicId)),
  );
}

/** What `If-Match` expects: that the card is as it was read. Whoever holds the card and its list can rely on it. */
function unchanged(service: Service, { headers }: FastifyRequest, userId: string): Precondition | undefined {
  const known = headers['if-match'];
  if (known === undefined) return undefined;
  return async (tx, card) => requireMatch(known, (await readCard(service, tx, card, userId)).text);
}
