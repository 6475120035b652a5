import { claims } from '../../../contract/claims.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, oldest, pageOf } from '../base/http/cursor.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { deleteClaim, putClaim } from './actions/claim.ts';
import { claimNext } from './flows/claim-next.ts';
import { expireClaims } from './jobs.ts';
import { claimsOn, shownClaim } from './queries.ts';

export function claimRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = { db, turns: turnsOn(db.engine) };

  bind(service, claims.next, ({ actor, change, params, body }) =>
    claimNext({ sources, now: () => clock.now() }, { actor, change }, params.boardPublicId, body),
  );

  bind(service, claims.list, async ({ actor, params, query: { limit = 100, cursor } }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    const { workspaceId, id: boardId } = board;
    const from = cursorFrom(cursor, oldest);
    const found = await db.all(claimsOn, {
      workspaceId,
      boardId,
      now: clock.now(),
      ...from,
      limit: limit + 1,
    });
    const { shown, ...page } = pageOf(found, limit);
    return { claims: shown.map((claim) => shownClaim(claim, board, actor)), ...page };
  });

  bind(service, claims.put, ({ change, params, body }) =>
    change((work) => putClaim(work, params.cardPublicId, body.leaseSeconds)),
  );

  bind(service, claims.delete, ({ change, params }) =>
    change((work) => deleteClaim(work, params.cardPublicId)),
  );

  service.jobs.every('claims', 5, () => expireClaims(service));
}
