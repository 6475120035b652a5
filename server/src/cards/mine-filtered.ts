import type { cards } from '../../../contract/cards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Json } from '../base/http/bind.ts';
import { cursorText, pageJson } from '../base/http/cursor.ts';
import type { ReadAt } from '../data/cards/fragments.ts';
import { FieldNames } from '../reading/filter/field-names.ts';
import { readFilter } from '../reading/filter/filter.ts';
import type { Sources } from '../reading/slices.ts';
import { type MyCard, type MyCards, myCardJson, myCards } from './mine.ts';

/*
 * A page of the caller's cards that pass a filter. Cards are read a few at a time until the page is full; a page looks at a
 * bounded number of them.
 */

type Reply = ReplyOf<typeof cards.mine>;
type Card = Pick<Reply['cards'][number], 'publicId' | 'members' | 'board' | 'workspace'>;

/** Cards read at a time, and at most for a page. */
const slice = 100;
const mostLooked = 2000;

interface Asked {
  filter: string;
  at: ReadAt;
  limit: number;
}

export async function filteredCards(
  sources: Sources,
  from: Omit<MyCards, 'limit'>,
  asked: Asked,
): Promise<Json<Reply>> {
  // A broken filter is refused even where there are no cards.
  await readFilter(sources, asked.filter, scopeOf(from, '', []), asked.at);
  const shown: MyCard[] = [];
  const fields = new FieldNames(sources);
  let after = { at: from.at, id: from.id };
  for (let looked = 0; looked < mostLooked; looked += slice) {
    const found = await sources.turns(() => sources.db.all(myCards, { ...from, ...after, limit: slice }));
    for (const card of await passing(sources, from, { ...asked, fields }, found)) {
      if (shown.length === asked.limit) return pageJson('cards', shown.map(myCardJson), endOf(shown));
      shown.push(card);
    }
    const last = found.at(-1);
    if (found.length < slice || !last) return pageJson('cards', shown.map(myCardJson), null);
    after = { at: Number(last.at), id: last.id };
  }
  return pageJson('cards', shown.map(myCardJson), cursorText(after));
}

const endOf = (shown: readonly MyCard[]): string | null => {
  const last = shown.at(-1);
  return last ? cursorText(last) : null;
};

/** Those that pass, in order; each workspace has names of its own. */
async function passing(
  sources: Sources,
  from: Omit<MyCards, 'limit'>,
  { filter: text, at, fields }: Asked & { fields: FieldNames },
  found: readonly MyCard[],
): Promise<MyCard[]> {
  const read = found.map((each) => JSON.parse(each.json) as Card);
  const ids = new Set<string>();
  for (const [workspaceId, own] of Map.groupBy(read, ({ workspace }) => workspace.publicId)) {
    const filter = await readFilter(sources, text, { ...scopeOf(from, workspaceId, own), fields }, at);
    for (const id of (await filter?.passing(own.map(({ publicId }) => publicId)))?.keys() ?? []) ids.add(id);
  }
  return found.filter(({ id }) => ids.has(id));
}

/** Only who is shown on these cards can be named. */
const scopeOf = (
  { userId, openBoards }: Pick<MyCards, 'userId' | 'openBoards'>,
  workspaceId: string,
  own: readonly Card[],
) => ({
  workspaceId,
  openBoards,
  withAnyField: true as const,
  boardIds: [...new Set(own.map(({ board }) => board.publicId))],
  userId,
  showMembers: false,
  people: own.flatMap(({ members }) =>
    members.map(({ publicId: id, user }) => ({ id, name: user?.name ?? '' })),
  ),
});
