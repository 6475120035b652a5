import { holds } from '../../../contract/permissions.ts';
import { rules } from '../../../contract/rules.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { createRule, deleteRule, updateRule } from './actions/rules.ts';
import { press } from './flows/press.ts';
import { tryRule } from './flows/try.ts';
import { runRules } from './jobs.ts';
import { listedRules, runOf, runsOf, runsOfRule } from './queries.ts';

/** After all ids. */
const newest = '~';

export function ruleRoutes(service: Service): void {
  runRules(service);
  const { db } = service;
  const sources = { db, turns: turnsOn(db.engine) };

  bind(service, rules.list, async ({ actor, params }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const { workspaceId, id: boardId, permissions } = board;
    return listedRules(db, { workspaceId, boardId }, holds(permissions, 'board:edit'));
  });

  bind(service, rules.create, ({ change, params, body }) =>
    change((work) => createRule(work, params.boardPublicId, body)),
  );

  bind(service, rules.update, ({ change, params, body }) => change((work) => updateRule(work, params, body)));

  bind(service, rules.delete, ({ change, params }) => change((work) => deleteRule(work, params)));

  bind(service, rules.press, ({ actor, change, params, body }) =>
    press(service, sources, { actor, change }, params, body.cardPublicId),
  );

  bind(service, rules.try, ({ actor, params, body }) =>
    tryRule({ service, sources }, actor, params.boardPublicId, body),
  );

  bind(service, rules.runs, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:edit');
    const { workspaceId, id: boardId, permissions } = board;
    const showCards = holds(permissions, 'card:view') && holds(permissions, 'list:view');
    const { rulePublicId: ruleId, limit = 20, cursor = newest } = query;
    const of = { workspaceId, boardId, showCards, before: cursor, limit: limit + 1 };
    const found = await (ruleId === undefined ? db.all(runsOf, of) : db.all(runsOfRule, { ...of, ruleId }));
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    return { runs: shown.map(runOf), hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null };
  });
}
