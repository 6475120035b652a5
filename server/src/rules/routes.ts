import { holds } from '../../../contract/permissions.ts';
import { rules } from '../../../contract/rules.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { createRule, deleteRule, updateRule } from './actions/rules.ts';
import { press } from './flows/press.ts';
import { runRules } from './jobs.ts';
import { ruleOf, rulesOf, runOf, runsOf } from './queries.ts';

/** After all ids. */
const newest = '~';

export function ruleRoutes(service: Service): void {
  runRules(service);
  const { db } = service;
  const sources = { db, turns: turnsOn(db.engine) };

  bind(service, rules.list, async ({ actor, params }) => {
    const { workspaceId, id: boardId } = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    return (await db.all(rulesOf, { workspaceId, boardId })).map(ruleOf);
  });

  bind(service, rules.create, ({ change, params, body }) =>
    change((work) => createRule(work, params.boardPublicId, body)),
  );

  bind(service, rules.update, ({ change, params, body }) => change((work) => updateRule(work, params, body)));

  bind(service, rules.delete, ({ change, params }) => change((work) => deleteRule(work, params)));

  bind(service, rules.press, ({ actor, change, params, body }) =>
    press(service, sources, { actor, change }, params, body.cardPublicId),
  );

  bind(service, rules.runs, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:edit');
    const { workspaceId, id: boardId, permissions } = board;
    const showCards = holds(permissions, 'card:view') && holds(permissions, 'list:view');
    const { rulePublicId = null, limit = 20, cursor = newest } = query;
    const of = { workspaceId, boardId, showCards, ruleId: rulePublicId, before: cursor, limit: limit + 1 };
    const found = await db.all(runsOf, of);
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    return { runs: shown.map(runOf), hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null };
  });
}
