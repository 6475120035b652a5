import { holds } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import { type MemberRights, requireSeen } from '../../base/access/authority.ts';
import { locate } from '../../base/access/locate.ts';
import { storedValues, valuesIn } from '../../base/card-field-forms.ts';
import type { ListThen } from '../../base/changes/activity.ts';
import type { Reading } from '../../base/db/database.ts';
import { Invalid, ifShown } from '../../base/errors.ts';
import { anyId, newId } from '../../base/ids.ts';
import {
  type BoardKey,
  type NewCard,
  writeCards,
  writeFields,
  writeItems,
  writeLabels,
  writeLists,
} from '../../boards/actions/content.ts';
import { type HiddenBoard, hideBoard, type RunSlice, type Slice } from '../../boards/actions/create.ts';
import { joinClosedBoard } from '../../boards/actions/members.ts';
import { pictureWithContent } from '../../data/boards/pictures.ts';
import type { BoardAccess } from '../../data/boards/tables.ts';
import { uncompleted } from '../../data/checklists/rows.ts';
import { storedAs } from '../../data/relations/stored.ts';
import { insertViews } from '../../data/views/rows.ts';
import { writeRelations } from '../../relations/actions/write.ts';
import {
  type Frame,
  frameOf,
  type ItemCursor,
  nextCards,
  nextItems,
  relationsFrom,
  slice,
} from '../queries.ts';
import { copyRules } from './copy-rules.ts';

/** The copies of the board, its lists, labels and fields, by the ids of the originals. */
interface Twins {
  board: ReadonlyMap<string, string>;
  lists: ReadonlyMap<string, ListThen>;
  labels: ReadonlyMap<string, string>;
  fields: ReadonlyMap<string, string>;
  /** Those fields whose values are people. */
  ofPeople: ReadonlySet<string>;
}

/** Its checklists keep the ids of the originals until their items are copied. */
type CopiedCard = NewCard & {
  id: string;
  related: 0 | 1;
  madeId: string;
  checklists: readonly { id: string }[];
};

/** A hidden copy. */
export interface BegunCopy {
  board: HiddenBoard;
  source: Source;
  twins: Twins;
}

/** The board to copy. */
interface Source extends BoardKey, Pick<MemberRights, 'held'> {
  access: BoardAccess;
  background: string | null;
}

/**
 * Copies the lists, labels, fields, rules and shared views of a board that the caller can read to a new hidden board, in a workspace that the slice has locked.
 * Copying does not open a closed board: the copy is closed as well, and the caller becomes its member.
 */
export async function beginCopy(
  work: Slice,
  there: Pick<MemberRights, 'workspaceId' | 'memberId' | 'held'>,
  sourcePublicId: string,
  given: { name: string; type: 'regular' | 'template'; access: BoardAccess },
): Promise<BegunCopy> {
  const { workspaceId, memberId } = there;
  const source = await readableBoard(work, sourcePublicId);
  requireSeen(source, there, 'list:view');
  const access = source.access === 'members' ? 'members' : given.access;
  const picture = await work.tx.first(pictureWithContent, source);
  const board = await hideBoard(work, workspaceId, {
    ...given,
    access,
    background: source.background,
    picture: picture?.content ?? null,
  });
  if (access === 'members') {
    await joinClosedBoard(work, { workspaceId, boardId: board.id, memberId }, 'board:view');
  }
  const frame = await frameOf(work.tx, source, workspaceId);
  const place = { workspaceId, boardId: board.id };
  const twins = await copyFrame(work, { from: source.boardId, to: place }, frame);
  await copyViews(work, place, frame, twins);
  const isHere = source.workspaceId === workspaceId;
  await copyRules(work, place, frame, { isHere, twinOf: twinIn(twins) });
  return { board, source, twins };
}

/**
 * Copies the cards, a limited number per slice; returns the counts of what was copied. Card members are copied within the same
 * workspace, if the caller may see them. Others may change the original meanwhile: each card is copied as its slice reads it.
 */
export async function copyCards(run: RunSlice, copy: BegunCopy): Promise<Record<string, number>> {
  const placed = new Set<string>();
  const related = new Map<string, string>();
  let cards = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const some = await run((work) => copyBatch(work, copy, from, placed));
    for (const card of some.cards) placed.add(placeOf(card));
    cards += some.cards.length;
    for (const card of some.cards) if (card.related === 1) related.set(card.id, card.madeId);
    await copyItems(run, copy, some.checklists);
    after = some.last;
  }
  await copyRelations(run, copy, related);
  return { lists: copy.twins.lists.size, labels: copy.twins.labels.size, cards };
}

/** The board to copy. Throws `Invalid` for any other id, so that an id in a body reveals nothing about other workspaces. */
export async function readableBoard({ tx, actor }: Slice, id: string): Promise<Source> {
  const board = await boardShown(tx, actor, id);
  if (board) return board;
  throw new Invalid('unreadable-source', { field: 'body/sourceBoardPublicId' });
}

/** A board whose cards the caller can read, or undefined. */
export async function boardShown(db: Reading, actor: Actor, id: string): Promise<Source | undefined> {
  const board = await ifShown(locate(db, actor, 'board', id, 'board:view'));
  if (!board || !holds(board.permissions, 'card:view')) return undefined;
  const { workspaceId, id: boardId, access, background, held } = board;
  return { workspaceId, boardId, access, background, held };
}

async function copyFrame(
  slice: Slice,
  { from, to: place }: { from: string; to: BoardKey },
  frame: Frame,
): Promise<Twins> {
  const lists = await writeLists(slice, place, frame.lists);
  const labels = await writeLabels(slice, place, frame.labels);
  const fields = await writeFields(slice, place, frame.fields);
  return {
    board: new Map([[from, place.boardId]]),
    lists: twinsOf(frame.lists, lists),
    labels: twinsOf(frame.labels, labels),
    fields: new Map([...twinsOf(frame.workspaceFields, fields), ...twinsOf(frame.fields, fields)]),
    ofPeople: new Set(frame.fields.flatMap(({ id, type }) => (type === 'person' ? [id] : []))),
  };
}

/** What an id becomes in the copy. */
const twinIn =
  ({ board, lists, labels, fields }: Twins) =>
  (id: string): string =>
    lists.get(id)?.publicId ?? labels.get(id) ?? fields.get(id) ?? board.get(id) ?? id;

/** They name lists, labels, fields and the board by their ids, too. */
async function copyViews(
  { tx, now, actor }: Slice,
  place: BoardKey,
  { views }: Frame,
  twins: Twins,
): Promise<void> {
  if (views.length === 0) return;
  const twinOf = twinIn(twins);
  const rows = views.map((view) => ({
    ...view,
    id: newId(now),
    settings: view.settings.replace(anyId, twinOf),
  }));
  await tx.run(insertViews, { ...place, userId: null, createdBy: actor.userId, createdAt: now, rows });
}

/** Maps the ids of the originals to their copies. */
const twinsOf = <T>(originals: readonly { id: string }[], copies: readonly T[]): Map<string, T> =>
  new Map(originals.flatMap(({ id }, index) => (index in copies ? [[id, copies[index] as T]] : [])));

interface Copied {
  cards: CopiedCard[];
  /** The ids of the copied checklists by those of the originals. */
  checklists: ReadonlyMap<string, string>;
  last: string | undefined;
}

/** Copies the next cards after the id `after`, with all their children except checklist items. */
async function copyBatch(
  work: Slice,
  { board, source, twins }: BegunCopy,
  after: string,
  placed: ReadonlySet<string>,
): Promise<Copied> {
  const { workspaceId, id: boardId } = board;
  const { cards: originals, last } = await nextCards(work.tx, source, after);
  const isHere = source.workspaceId === workspaceId;
  const withMembers = isHere && holds(source.held, 'member:view');
  const copies = originals.flatMap((card): CopiedCard[] => {
    // The card was meanwhile moved into a list created after the copy was begun; neither is copied.
    const list = twins.lists.get(card.listId);
    if (!list) return [];
    return [
      {
        ...card,
        madeId: newId(work.now),
        list,
        completedBy: isHere ? card.completedBy : null,
        fieldValues: valuesOfCopy(card.fieldValues, twins, withMembers),
        createdBy: work.actor.userId,
        createdAt: work.now,
        archivedAt: null,
        labels: card.labels.flatMap((label) => twins.labels.get(label) ?? []),
        members: withMembers ? card.members : [],
        checklists: card.checklists.map((checklist) => ({ ...checklist, items: [] })),
        comments: [],
      },
    ];
  });
  const cards = apart(copies, placed);
  const made = await writeCards(work, { workspaceId, boardId }, cards);
  const checklists = cards.flatMap((card, index) => [...twinsOf(card.checklists, made[index] ?? [])]);
  return { cards, checklists: new Map(checklists), last };
}

/** The values of a copy, whose options have the ids of the originals. */
const valuesOfCopy = (stored: string | null, { fields, ofPeople }: Twins, withMembers: boolean) =>
  storedValues(
    Object.fromEntries(
      Object.entries(valuesIn(stored)).flatMap(([id, value]) => {
        const twin = fields.get(id);
        return twin === undefined || (ofPeople.has(id) && !withMembers) ? [] : [[twin, value]];
      }),
    ),
  );

const placeOf = ({ list, position }: NewCard): string => `${list.publicId} ${position}`;

/** Two cards that swap places while they are copied may be read with the same order key: the later one is placed behind. */
function apart(cards: readonly CopiedCard[], placed: ReadonlySet<string>): CopiedCard[] {
  const here = new Set<string>();
  return cards.map((card) => {
    let free = card;
    while (placed.has(placeOf(free)) || here.has(placeOf(free))) {
      free = { ...free, position: `${free.position}V` };
    }
    here.add(placeOf(free));
    return free;
  });
}

/** Copies checklist items, all uncompleted. */
async function copyItems(
  run: RunSlice,
  { board, source }: BegunCopy,
  checklists: ReadonlyMap<string, string>,
): Promise<void> {
  if (checklists.size === 0) return;
  const all = { workspaceId: source.workspaceId, checklistIds: [...checklists.keys()] };
  for (let after: ItemCursor | undefined = { checklistId: '', position: '' }; after; ) {
    const from: ItemCursor = after;
    after = await run(async (work) => {
      const items = await work.tx.all(nextItems, { ...all, ...from });
      const copies = items.flatMap(({ checklistId, ...item }) => {
        const twin = checklists.get(checklistId);
        return twin ? [{ ...item, checklistId: twin, ...uncompleted }] : [];
      });
      await writeItems(work, board.workspaceId, copies);
      return items.length < slice.items ? undefined : items.at(-1);
    });
  }
}

/** Originals whose relations are copied in one slice: each may have a hundred. */
const relatedAtOnce = 10;

/** Copies the relations of the copied cards among themselves; `twins` are those that may have some, by the ids of the originals. */
async function copyRelations(
  run: RunSlice,
  { board, source }: BegunCopy,
  twins: ReadonlyMap<string, string>,
): Promise<void> {
  const all = [...twins.keys()];
  for (let start = 0; start < all.length; start += relatedAtOnce) {
    const ids = all.slice(start, start + relatedAtOnce);
    await run(async (work) => {
      const found = await work.tx.all(relationsFrom, { workspaceId: source.workspaceId, ids });
      const copies = found.flatMap(({ type, cardId, otherId }) => {
        const [card, other] = [twins.get(cardId), twins.get(otherId)];
        return card === undefined || other === undefined ? [] : [storedAs(card, type, other)];
      });
      await writeRelations(work, board.workspaceId, copies);
    });
  }
}
