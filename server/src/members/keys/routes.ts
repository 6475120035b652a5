import type { Policies } from '../../../../contract/policies.ts';
import { workspaceKeys } from '../../../../contract/workspace-keys.ts';
import { locate } from '../../base/access/locate.ts';
import { demandedIn, endOfKey, keyFacts, unmet } from '../../base/access/policies.ts';
import { hour, isoMillisOrNull, second } from '../../base/clock.ts';
import { Invalid } from '../../base/errors.ts';
import { bind } from '../../base/http/bind.ts';
import type { Service } from '../../base/service.ts';
import { apiKeyShape } from '../../users/actions/api-keys.ts';
import { endWorkspaceKey } from './end.ts';
import { endKeys } from './jobs.ts';
import { type KeyOfWorkspace, keysOfWorkspace } from './queries.ts';

/** The keys that open a workspace, for those who manage it. */
export function keyRoutes(service: Service): void {
  const { db, clock } = service;

  bind(service, workspaceKeys.list, async ({ actor, params, query: { limit = 20, cursor } }) => {
    const after = placeFrom(cursor);
    const id = params.workspacePublicId;
    const { workspaceId, policies: stored } = await locate(db, actor, 'workspace', id, 'workspace:manage');
    const now = clock.now();
    const policies = demandedIn(stored);
    const found = await db.all(keysOfWorkspace, { workspaceId, ...after, only: null, now, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    return {
      keys: shown.map((key) => shapeOf(key, policies, now)),
      hasMore,
      nextCursor: hasMore && last ? `${last.memberId}.${last.id}` : null,
    };
  });

  bind(service, workspaceKeys.end, ({ change, params }) => change((work) => endWorkspaceKey(work, params)));

  service.jobs.every('ends-of-keys', hour / second, () => endKeys(service));
}

/** Where a page of the list ends. Throws `Invalid` for what no page had as its end. */
function placeFrom(cursor: string | undefined): { afterMember: string; afterKey: number } {
  if (cursor === undefined) return { afterMember: '', afterKey: 0 };
  const [, afterMember, key] = /^([0-9a-z]{16})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (afterMember === undefined) throw new Invalid('wrong-cursor', { field: 'query/cursor' });
  return { afterMember, afterKey: Number(key) };
}

function shapeOf(key: KeyOfWorkspace, policies: Policies, now: number) {
  const isOfBot = key.isBot === 1;
  const facts = {
    kind: 'key',
    isBot: isOfBot,
    hasSecondFactor: key.hasSecondFactor === 1,
    isOfWorkspace: key.onlyWorkspaceId !== null,
    now,
  } as const;
  // Where a key will be used from is not known.
  const judging = { ...policies, addresses: [] };
  const { workspacePublicId, boardPublicIds, ...shape } = apiKeyShape({
    ...key,
    workspaceId: key.onlyWorkspaceId,
  });
  return {
    ...shape,
    owner: { memberPublicId: key.memberId, name: key.memberName, isBot: isOfBot },
    opensOthers: workspacePublicId === null,
    boards: boardPublicIds?.length ?? null,
    endsAt: isoMillisOrNull(endOfKey(policies, key)),
    closedBy: unmet(judging, { ...facts, key: keyFacts(now, { ...key, endedIn: null }) }) ?? null,
  };
}
