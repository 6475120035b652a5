import { Invalid } from '../../base/errors.ts';
import type { Place, Spool } from '../../base/storage/spool.ts';
import type { BoardContents } from '../../integrations/flows.ts';
import { headOf } from '../boardtool-json/cards.ts';
import { type Fields, fieldsOf, numberOf, textOf } from '../boardtool-json/fields.ts';
import { type History, readHistory } from '../boardtool-json/history.ts';
import { type Labels, readLabels } from '../boardtool-json/labels.ts';
import { type People, readPeople } from '../boardtool-json/people.ts';
import type { Warnings } from '../warnings.ts';

/*
 * Cards and actions arrive by age, but cards are written by list. So all of them are fetched and spooled to disk first; memory
 * holds only their places there and the fields that determine the order of the cards.
 */

/** A card that was spooled. */
export interface Aside {
  /** The fields that are needed before the card is read. */
  head: Fields;
  place: Place;
  comments: Place[];
}

export interface Collected {
  /** The data of the board itself. */
  frame: Fields;
  cards: ReadonlyMap<string, Aside>;
  labels: Labels;
  people: People;
  history: History;
  warnings: Warnings;
}

/** Fetches the contents of a board. Throws `Invalid` if there is no such board. */
export async function collect(contents: BoardContents, spool: Spool, warnings: Warnings): Promise<Collected> {
  const frame = await contents.frame();
  if (!frame) throw new Invalid('provider-board-gone');
  const [labels, people] = [readLabels(frame), readPeople(frame)];
  const cards = await collectCards(contents, spool, (card) => {
    labels.see(card);
    people.see(card);
  });
  const history = readHistory((id) => cards.has(id), people, warnings);
  await collectComments(contents, spool, cards, (action) => {
    people.see(action);
    return history.see(action);
  });
  warnings.note('board history left out, other than creations and comments');
  warnings.add('comments that Trello counts but does not return', absent([...cards.values()]));
  return { frame, cards, labels, people, history, warnings };
}

/** Fetches the ids of all cards before the cards; cards that are missing from the pages are then fetched one by one. */
async function collectCards(contents: BoardContents, spool: Spool, see: (card: Fields) => void) {
  const ids = new Set<string>();
  for await (const page of contents.outline()) for (const { id } of page) ids.add(id);
  const cards = new Map<string, Aside>();
  const keep = async (some: readonly Fields[]) => {
    const places = await spool.put(some);
    for (const [index, card] of some.entries()) {
      see(card);
      const place = places[index];
      if (place) cards.set(textOf(card.id), { head: headOf(card), place, comments: [] });
    }
  };
  for await (const page of contents.cards()) await keep(page);
  for (const id of ids) {
    const card = cards.has(id) ? undefined : await contents.card(id);
    if (card) await keep([card]);
  }
  return cards;
}

/** If a card has more comments than the actions of the board contain, the actions of the card are fetched. */
async function collectComments(
  contents: BoardContents,
  spool: Spool,
  cards: ReadonlyMap<string, Aside>,
  see: (action: Fields) => string | undefined,
): Promise<void> {
  const seen = new Set<string>();
  const keep = async (page: readonly Fields[]) => {
    const fresh = page.filter(({ id }) => !seen.has(textOf(id)));
    for (const { id } of fresh) seen.add(textOf(id));
    const comments = fresh.flatMap((action) => {
      const card = cards.get(see(action) ?? '');
      return card ? [{ action, card }] : [];
    });
    const places = await spool.put(comments.map(({ action }) => action));
    for (const [index, { card }] of comments.entries()) card.comments.push(...places.slice(index, index + 1));
  };
  for await (const page of contents.actions()) await keep(page);
  for (const [id, card] of cards) {
    if (absent([card]) > 0) for await (const page of contents.actionsOf(id)) await keep(page);
  }
}

const absent = (cards: readonly Aside[]): number =>
  cards
    .map(({ head, comments }) => numberOf(fieldsOf(head.badges).comments) - comments.length)
    .reduce((sum, missing) => sum + Math.max(missing, 0), 0);
