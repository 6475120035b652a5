import type { FastifyRequest } from 'fastify';
import { cards } from '../../../contract/cards.ts';
import { fields } from '../../../contract/fields.ts';
import { locate } from '../base/access/locate.ts';
import { openWorkspacesOf } from '../base/access/policies.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, oldest, pageJson, pageOf } from '../base/http/cursor.ts';
import { matches, requireMatch } from '../base/http/etag.ts';
import { setPosition } from '../base/http/position.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { completionFrom, dueRangesFrom } from '../data/cards/fragments.ts';
import { archiveCard } from './actions/archive.ts';
import { changeCards } from './actions/bulk.ts';
import { createCard } from './actions/create.ts';
import { deleteCard } from './actions/delete.ts';
import { duplicateCard } from './actions/duplicate.ts';
import { addLabel, removeLabel, toggleLabel } from './actions/labels.ts';
import { addMember, removeMember, toggleMember } from './actions/members.ts';
import { restoreCard } from './actions/restore.ts';
import { setFieldValue } from './actions/set-value.ts';
import { editDescription, updateCard } from './actions/update.ts';
import { readContent } from './content.ts';
import { ringAlarms } from './jobs.ts';
import type { Precondition } from './lookups.ts';
import { myCardJson, myCards } from './mine.ts';
import { filteredCards } from './mine-filtered.ts';
import { readCard, tagOfCard } from './read.ts';

export function cardRoutes(service: Service): void {
  readRoutes(service);
  changeRoutes(service);
  labelAndMemberRoutes(service);
  service.jobs.every('alarms', 5, () => ringAlarms(service));
}

function readRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = { service, db, turns: turnsOn(db.engine) };

  bind(service, cards.get, async ({ actor, params, query, reply }) => {
    const card = await locate(db, actor, 'cardOfPage', params.cardPublicId, 'card:view');
    setPosition(reply, card.changePosition);
    return readCard(
      sources,
      card,
      actor.userId,
      query.workspaceMembers !== 'none',
      query.include?.includes('work') ?? false,
    );
  });

  bind(service, cards.content, async ({ actor, params }) =>
    readContent(db, await locate(db, actor, 'card', params.cardPublicId, 'card:view')),
  );

  bind(service, cards.mine, async ({ actor, query }) => {
    const { workspacePublicId = null, dueDateFilters, completed, include = [], limit = 20, cursor } = query;
    if (workspacePublicId !== null) await locate(db, actor, 'workspace', workspacePublicId, null);
    const asked = {
      userId: actor.userId,
      mask: actor.mask,
      ...(await openWorkspacesOf(db, actor)),
      openBoards: actor.openBoards,
      workspaceId: workspacePublicId,
      due: dueRangesFrom(dueDateFilters, { now: clock.now(), timeZone: actor.timeZone }),
      isCompleted: completionFrom(completed),
      withWork: include.includes('work'),
      ...cursorFrom(cursor, oldest),
    };
    if (query.filter !== undefined) {
      const at = { now: clock.now(), timeZone: actor.timeZone };
      return filteredCards(sources, asked, { filter: query.filter, at, limit });
    }
    const found = await db.all(myCards, { ...asked, limit: limit + 1 });
    const { shown, nextCursor } = pageOf(found, limit);
    return pageJson('cards', shown.map(myCardJson), nextCursor);
  });
}

function changeRoutes(service: Service): void {
  bind(service, cards.create, ({ change, body }) => change((work) => createCard(work, body)));

  bind(service, cards.bulk, ({ change, body }) => change((work) => changeCards(work, body.operations)));

  bind(service, cards.editDescription, ({ change, params, body }) =>
    change((work) => editDescription(work, params.cardPublicId, body)),
  );

  for (const operation of [cards.put, cards.update]) {
    bind(service, operation, ({ actor, change, params, body, request }) =>
      change((work) =>
        updateCard(work, params.cardPublicId, body, unchanged(service, request, actor.userId)),
      ),
    );
  }

  bind(service, fields.setValue, ({ actor, change, params, body, request }) =>
    change((work) =>
      setFieldValue(
        work,
        params.cardPublicId,
        params.fieldPublicId,
        body.value,
        unchanged(service, request, actor.userId),
      ),
    ),
  );

  bind(service, cards.duplicate, ({ change, params, body }) =>
    change((work) => duplicateCard(work, params.cardPublicId, body)),
  );

  bind(service, cards.archive, ({ change, params }) =>
    change((work) => archiveCard(work, params.cardPublicId)),
  );

  bind(service, cards.restore, ({ change, params }) =>
    change((work) => restoreCard(work, params.cardPublicId)),
  );

  bind(service, cards.delete, ({ actor, change, params, request }) =>
    change((work) => deleteCard(work, params.cardPublicId, unchanged(service, request, actor.userId))),
  );
}

function labelAndMemberRoutes(service: Service): void {
  bind(service, cards.toggleLabel, ({ change, params }) =>
    change((work) => toggleLabel(work, params.cardPublicId, params.labelPublicId)),
  );

  bind(service, cards.addLabel, ({ change, params }) =>
    change((work) => addLabel(work, params.cardPublicId, params.labelPublicId)),
  );

  bind(service, cards.removeLabel, ({ change, params }) =>
    change((work) => removeLabel(work, params.cardPublicId, params.labelPublicId)),
  );

  bind(service, cards.toggleMember, ({ change, params }) =>
    change((work) => toggleMember(work, params.cardPublicId, params.workspaceMemberPublicId)),
  );

  bind(service, cards.addMember, ({ change, params }) =>
    change((work) => addMember(work, params.cardPublicId, params.workspaceMemberPublicId)),
  );

  bind(service, cards.removeMember, ({ change, params }) =>
    change((work) => removeMember(work, params.cardPublicId, params.workspaceMemberPublicId)),
  );
}

/** The precondition of `If-Match`: the card is unchanged since it was read, in any form. Callers lock the card and its list. */
function unchanged(service: Service, { headers }: FastifyRequest, userId: string): Precondition | undefined {
  const known = headers['if-match'];
  if (known === undefined) return undefined;
  return async (tx, card) => {
    const tagOf = (withMembers: boolean, withWork: boolean) =>
      tagOfCard(service, tx, card, userId, withMembers, withWork);
    for (const withWork of [false, true])
      for (const withMembers of [false, true]) if (matches(known, await tagOf(withMembers, withWork))) return;
    requireMatch(known, await tagOf(true, true));
  };
}
