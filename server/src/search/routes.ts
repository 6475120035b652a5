import type { ReplyOf } from '../../../contract/operation.ts';
import { holds } from '../../../contract/permissions.ts';
import { search } from '../../../contract/search.ts';
import { heldInWorkspaceBy, type Principal } from '../base/access/board-permissions.ts';
import { locateBoardsOf } from '../base/access/locate.ts';
import { second } from '../base/clock.ts';
import { textSearch } from '../base/db/text-search.ts';
import { fold, wordsOf } from '../base/fold.ts';
import { bind, Json } from '../base/http/bind.ts';
import { createTurns } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { type CardFilter, readFilter } from '../reading/filter/filter.ts';
import { findTexts } from './find.ts';
import { indexAll } from './jobs.ts';
import { type Hit, searchResults } from './queries.ts';

/** The number of best hits that are looked up first. */
const shown = 100;

export function searchRoutes(service: Service): void {
  const { db, clock, jobs } = service;
  const sources = { db, turns: createTurns(1) };

  bind(service, search.workspace, async ({ actor, params, query }) => {
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'board:view');
    const words = wordsOf(query.query);
    const at = { now: clock.now(), timeZone: actor.timeZone };
    const scope = {
      workspaceId: workspace.id,
      userId: actor.userId,
      openBoards: actor.openBoards,
      showMembers: seesMembers(workspace),
      withAnyField: true as const,
    };
    const filterOf = (boardIds: string[]) => readFilter(sources, query.filter, { ...scope, boardIds }, at);
    const isFiltered = (await filterOf([])) !== null;
    if (words.length === 0) return [];
    const { anywhere, differs, principal } = workspace;
    const withCards = holds(anywhere, 'card:view');
    const given = {
      ...textSearch(workspace.id, words),
      ...principal,
      differs,
      withCards,
      withComments: withCards && holds(anywhere, 'comment:view'),
    };
    const ranked = (await findTexts(sources, given, words)).sort((a, b) => a.rank - b.rank);
    const limit = isFiltered ? mostFiltered : (query.limit ?? 20);
    const number = withCards ? numberIn(query.query, workspace.cardPrefix) : null;
    const resultsOf = (hits: Hit[]) => db.all(searchResults(workspace), { ...given, hits, number, limit });
    let found = await resultsOf(ranked.slice(0, shown));
    // The best hits may all be in the trash, or comments on one card.
    if (found.length < limit && ranked.length > shown) found = await resultsOf(ranked);
    if (isFiltered) found = (await passing(found, filterOf)).slice(0, query.limit ?? 20);
    return new Json(`[${found.map(({ json }) => json).join(',')}]`);
  });

  // At most a quarter of the time, so that indexing does not slow down large writes.
  jobs.every('search', 1, () => {
    const end = clock.now() + second / 4;
    return indexAll(service, () => clock.now() > end);
  });
}

/** The best results that a filter judges. */
const mostFiltered = 200;

/** A filter names only whom the caller may see everywhere. */
const seesMembers = ({ principal }: { principal: Principal }): boolean =>
  holds(heldInWorkspaceBy(principal), 'member:view');

type Result = Pick<ReplyOf<typeof search.workspace>[number], 'publicId' | 'type' | 'boardPublicId'>;

/** The cards that pass; boards do not. */
async function passing(
  found: readonly { json: string }[],
  filterOf: (boardIds: string[]) => Promise<CardFilter | null>,
): Promise<{ json: string }[]> {
  const results = found.map(({ json }) => ({ json, ...(JSON.parse(json) as Result) }));
  const cards = results.filter(({ type }) => type === 'card');
  const filter = await filterOf([...new Set(cards.flatMap(({ boardPublicId }) => boardPublicId ?? []))]);
  const ids = await filter?.passing(cards.map(({ publicId }) => publicId));
  return cards.filter(({ publicId }) => ids?.has(publicId));
}

/** The number in a card name like `WEB-12`; null if the query is not one. */
function numberIn(query: string, cardPrefix: string): number | null {
  const [, prefix, number] = /^(.+)-(\d{1,15})$/s.exec(query) ?? [];
  return prefix !== undefined && fold(prefix) === fold(cardPrefix) ? Number(number) : null;
}
