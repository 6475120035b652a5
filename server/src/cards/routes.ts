import { cards } from '../../../contract/cards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { downloadAddress } from '../access/file-address.ts';
import { locate } from '../access/locate.ts';
import { isoMillisOrNull } from '../clock.ts';
import { NotFound } from '../errors.ts';
import { bind, Json } from '../http/bind.ts';
import { cursorFrom, oldest, pageOf } from '../http/cursor.ts';
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
import { type CardRead, cardRead, myCards } from './queries.ts';
import { dueRangesFrom } from './shapes.ts';

export function cardRoutes(service: Service): void {
  const { db, change, clock } = service;

  bind(service, cards.create, ({ actor, body }) => change(actor, (work) => createCard(work, body)));

  bind(service, cards.bulk, ({ actor, body }) => change(actor, (work) => changeCards(work, body.operations)));

  bind(service, cards.get, async ({ actor, params }) => {
    const { workspaceId, id, showEmails } = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const card = await db.first(cardRead, { workspaceId, id, showEmails });
    if (!card) throw new NotFound();
    return cardJson(service, card);
  });

  bind(service, cards.mine, async ({ actor, query }) => {
    const { workspacePublicId = null, dueDateFilters, limit = 20, cursor } = query;
    const found = await db.all(myCards, {
      userId: actor.userId,
      mask: actor.mask,
      openWorkspaceId: actor.workspaceId,
      workspaceId: workspacePublicId,
      due: dueRangesFrom(dueDateFilters, clock.now()),
      ...cursorFrom(cursor, oldest),
      limit: limit + 1,
    });
    const { shown, hasMore, nextCursor } = pageOf(found, limit);
    const list = shown.map(({ json }) => json).join(',');
    return new Json(`{"cards":[${list}],"hasMore":${hasMore},"nextCursor":${JSON.stringify(nextCursor)}}`);
  });

  for (const operation of [cards.replace, cards.update]) {
    bind(service, operation, ({ actor, params, body }) =>
      change(actor, (work) => updateCard(work, params.cardPublicId, body)),
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

  bind(service, cards.delete, ({ actor, params }) =>
    change(actor, (work) => deleteCard(work, params.cardPublicId)),
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

/** The reply is put together from the database's JSON as text: parsing it and writing it again costs a third more. */
function cardJson(service: Service, card: CardRead): Json<ReplyOf<typeof cards.get>> {
  const scalars = JSON.stringify({
    publicId: card.id,
    title: card.title,
    description: card.description,
    cardNumber: card.number,
    index: card.index,
    dueDate: isoMillisOrNull(card.dueAt),
    createdBy: card.createdBy,
  });
  const attachments = card.attachments === '[]' ? '[]' : withAddresses(service, card.attachments);
  return new Json(
    `${scalars.slice(0, -1)},"labels":${card.labels},"attachments":${attachments},"checklists":${card.checklists},` +
      `"list":${card.list},"members":${card.members},"activities":${card.activities}}`,
  );
}

function withAddresses(service: Service, attachments: string): string {
  const parsed = JSON.parse(attachments) as { publicId: string }[];
  return JSON.stringify(
    parsed.map((attachment) => ({ ...attachment, url: downloadAddress(service, attachment.publicId) })),
  );
}
