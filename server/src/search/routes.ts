import { holds } from '../../../contract/permissions.ts';
import { search } from '../../../contract/search.ts';
import { locate } from '../access/locate.ts';
import { second } from '../clock.ts';
import { textSearch } from '../db/text-search.ts';
import { bind, Json } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { indexAll, indexWorkspace } from './actions.ts';
import { fold, wordsOf } from './fold.ts';
import { searchResults } from './queries.ts';

export function searchRoutes(service: Service): void {
  const { db, clock, jobs } = service;

  bind(service, search.workspace, async ({ actor, params, query }) => {
    const workspace = await locate(db, actor, 'workspace', params.workspacePublicId, 'board:view');
    const words = wordsOf(query.query);
    if (words.length === 0) return [];
    await indexWorkspace(db, workspace.id);
    const withCards = holds(workspace.permissions, 'card:view');
    const found = await db.all(searchResults, {
      ...textSearch(workspace.id, words),
      words: words.map((word) => ({ word })),
      number: numberIn(query.query, workspace.cardPrefix),
      withCards,
      withComments: withCards && holds(workspace.permissions, 'comment:view'),
      limit: query.limit ?? 20,
    });
    return new Json(`[${found.map(({ json }) => json).join(',')}]`);
  });

  // A quarter of the time at the most: who writes a great deal at once is not slowed down by its being indexed.
  jobs.every('search', 1, () => {
    const end = clock.now() + second / 4;
    return indexAll(db, () => clock.now() > end);
  });
}

/** The number of a card as cards are called, `WEB-12`; null where the query is something else. */
function numberIn(query: string, cardPrefix: string): number | null {
  const [, prefix, number] = /^(.+)-(\d{1,15})$/s.exec(query) ?? [];
  return prefix !== undefined && fold(prefix) === fold(cardPrefix) ? Number(number) : null;
}
