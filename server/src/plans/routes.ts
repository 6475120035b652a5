import { plans } from '../../../contract/plans.ts';
import { proposals } from '../../../contract/proposals.ts';
import { locate } from '../base/access/locate.ts';
import { hour, second } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import { type Cursor, cursorFrom, cursorText, oldest } from '../base/http/cursor.ts';
import { type SlicedList, slicedPage } from '../base/http/sliced-page.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { createPlan } from './actions/create.ts';
import { acceptProposals, discardProposals } from './actions/decide.ts';
import { forgetProposals } from './jobs.ts';
import { type ProposalEntry, proposalsInPlan, proposalsInState } from './queries.ts';

export function planRoutes(service: Service): void {
  const { db } = service;
  const turns = turnsOn(db.engine);

  bind(service, plans.create, ({ change, params, body }) =>
    change((work) => createPlan(work, params.boardPublicId, body)),
  );

  bind(service, proposals.list, async ({ actor, params, query }) => {
    const { planPublicId: planId, state = 'open', cursor, limit = 50 } = query;
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    const place = { workspaceId: board.workspaceId, boardId: board.id };
    const list: SlicedList<ProposalEntry, Cursor> = {
      key: 'proposals',
      read: (after, most) =>
        planId === undefined
          ? db.all(proposalsInState, { ...place, ...after, state, limit: most })
          : db.all(proposalsInPlan, { ...place, ...after, planId, limit: most }),
      behind: ({ at, id }) => ({ at, id }),
      textOf: cursorText,
    };
    return slicedPage(turns, list, cursorFrom(cursor, oldest), limit);
  });

  bind(service, proposals.accept, ({ change, params, body }) =>
    change((work) => acceptProposals(work, params.boardPublicId, body.cards)),
  );

  bind(service, proposals.discard, ({ change, params, body }) =>
    change((work) => discardProposals(work, params.boardPublicId, body.proposalPublicIds)),
  );

  service.jobs.every('old-proposals', hour / second, () => forgetProposals(service));
}
