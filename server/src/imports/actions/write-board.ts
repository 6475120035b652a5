import type { ListThen } from '../../base/changes/activity.ts';
import type { Work } from '../../base/changes/change.ts';
import { positionsFor } from '../../base/ordering/order.ts';
import {
  type NewCard,
  type NewChecklist,
  writeCards,
  writeLabels,
  writeLists,
} from '../../boards/actions/content.ts';
import { addBoard } from '../../boards/actions/create.ts';
import type { ImportedBoard, ImportedCard, ImportedChecklist } from '../imported-board.ts';
import { type KnownPerson, knownPeople } from '../people.ts';
import type { Warnings } from '../warnings.ts';

/**
 * Stores a board of elsewhere, with all that hangs on its cards, in a workspace that the work holds: a few statements,
 * however many cards. Its texts are within our limits (`withinLimits`). No webhook is told.
 */
export async function writeBoard(
  given: Work,
  workspaceId: string,
  board: ImportedBoard,
  warnings: Warnings,
): Promise<{ publicId: string; name: string }> {
  const work = { ...given, record: given.record.withoutWebhooks };
  const { id: boardId, name } = await addBoard(work, workspaceId, { name: board.name });
  const place = { workspaceId, boardId };
  const lists = await writeLists(work, place, placed(board.lists));
  const labels = await writeLabels(work, place, board.labels);
  const people = await knownPeople(work, workspaceId, board.people);
  for (const index of board.cards.flatMap(({ members }) => members)) {
    if (people[index]?.removed ?? true) warnings.add(noMember, 1, board.people[index]?.name);
  }
  const places = placesIn(lists, board.cards);
  const known = { lists, labels, people };
  const cards = board.cards.map((card, index) => newCard(work, known, card, places[index] ?? ''));
  await writeCards(work, place, cards);
  return { publicId: boardId, name };
}

const noMember = 'assignments to people who are not members left out';

/** With order keys, in the order that they have. */
function placed<T>(given: readonly T[]): (T & { position: string })[] {
  const positions = positionsFor(given.length);
  return given.map((each, index) => ({ ...each, position: positions[index] ?? '' }));
}

/** The order key of every card in its list. */
function placesIn(lists: readonly ListThen[], cards: readonly { list: number }[]): string[] {
  const counts = lists.map((_list, index) => cards.filter(({ list }) => list === index).length);
  const free = counts.map((count) => positionsFor(count).values());
  return cards.map(({ list }) => free[list]?.next().value ?? '');
}

interface Known {
  lists: readonly ListThen[];
  labels: readonly string[];
  people: readonly (KnownPerson | undefined)[];
}

function newCard(
  { actor, now }: Work,
  { lists, labels, people }: Known,
  card: ImportedCard,
  position: string,
): NewCard {
  const list = lists[card.list];
  if (!list) throw new Error('an imported card is in no list');
  const userOf = (index: number | null) => (index === null ? null : people[index]?.userId) ?? actor.userId;
  const memberOf = (index: number) => (people[index]?.removed ? undefined : people[index]?.memberId);
  return {
    title: card.title,
    description: card.description || null,
    dueAt: card.dueAt,
    position,
    list,
    createdBy: userOf(card.createdBy),
    createdAt: Math.min(card.createdAt ?? now, now),
    archivedAt: card.archived ? now : null,
    labels: unique(card.labels.map((index) => labels[index])),
    members: unique(card.members.map(memberOf)),
    checklists: placed(card.checklists).map(newChecklist),
    comments: card.comments.map(({ text, by, at, editedAt }) => ({
      comment: text,
      createdBy: userOf(by),
      createdAt: Math.min(at ?? now, now),
      updatedAt: editedAt === null ? null : Math.min(editedAt, now),
    })),
  };
}

const newChecklist = ({ name, position, items }: ImportedChecklist & { position: string }): NewChecklist => ({
  name,
  position,
  items: placed(items).map(({ completed, ...item }) => ({ ...item, completed: completed ? 1 : 0 })),
});

const unique = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];
