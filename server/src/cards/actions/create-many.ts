import { sql } from 'kysely';
import type { CardValues } from '../../base/card-fields.ts';
import type { ListThen } from '../../base/changes/activity.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Proposed } from '../../base/changes/creations.ts';
import { query } from '../../base/db/query.ts';
import { Conflict } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { positionsFor } from '../../base/ordering/order.ts';
import { type BoardKey, type NewChecklist, writeWithoutHistory } from '../../boards/actions/content.ts';
import { uncompleted } from '../../data/checklists/rows.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import { placesAtEnds } from '../position.ts';
import { requireRoomForMany } from '../room.ts';
import { completionIn } from './completion.ts';
import { membersSeeing } from './values.ts';

/** A list of a board that takes cards. */
export interface OpenList {
  id: string;
  name: string;
  completes: 0 | 1;
  limit: number | null;
  refusesOpenChecks: 0 | 1;
}

/** The lists of a board that are neither archived nor in the trash, first to last. */
export const openLists = query(
  'cards.openLists',
  (_db, p: BoardKey) => sql<OpenList>`
  select l.id as id, l.name as name, l.completes as completes,
    case when l.limit_refuses = 1 then l.card_limit end as "limit", l.refuses_open_checks as "refusesOpenChecks"
  from lists l
  where l.workspace_id = ${p.workspaceId} and l.board_id = ${p.boardId} and l.archived_at is null and l.deleted_at is null
  order by l.position`,
);

export interface CardOfMany {
  values: CardValues;
  listId: string;
  /** Ids of labels of the board, which the work has locked. */
  labels: readonly string[];
  members: readonly string[];
  items: readonly { title: string; checklist: string; acceptance: boolean }[];
  /** Who had proposed it, if somebody had. */
  proposed?: Proposed | undefined;
}

/** The members whom cards name, on them or as values of fields. */
export interface People {
  ids: readonly string[];
  /** Throws if one of them is not among those who can see the board. */
  requireSeen: (seen: ReadonlySet<string>) => void;
}

/**
 * Creates cards at the ends of lists of a board that the work has locked, with labels, members and checklists, in a few
 * statements however many there are. `lists` are all open lists of the board, read once those of the cards were locked.
 * The members are locked last, and checked then. Throws `Conflict` if a list does not take them.
 */
export async function createMany(
  work: Work,
  board: BoardKey,
  lists: readonly OpenList[],
  given: readonly CardOfMany[],
  people: People,
): Promise<{ id: string; number: number }[]> {
  const { tx, actor, now, record } = work;
  const { workspaceId } = board;
  const byList = Map.groupBy(given, ({ listId }) => listId);
  const counts = new Map([...byList].map(([id, cards]) => [id, cards.length]));
  const used = lists.filter(({ id }) => byList.has(id));
  await requireRoomForMany(
    tx,
    workspaceId,
    used.map((list) => ({ ...list, more: counts.get(list.id) ?? 0 })),
  );
  const places = await placesAtEnds(tx, workspaceId, counts);
  const first = await takeNumbers(tx, workspaceId, given.length);
  const seen = await tx.lockAndRead('members', workspaceId, people.ids, () =>
    membersSeeing(tx, board, people.ids),
  );
  people.requireSeen(seen);
  const made = given.map((card, index) => {
    const at = lists.findIndex(({ id }) => id === card.listId);
    const list = lists[at];
    if (!list) throw new Error('a card is in no list');
    requireNoChecks(list, card);
    const completedAt = completionIn(card.values.completedAt, { to: list.completes === 1 }, now);
    return {
      ...card.values,
      madeId: newId(now),
      number: first + index,
      completedAt,
      completedBy: completedAt === null ? null : actor.userId,
      position: places.get(list.id)?.shift() ?? '',
      list: { publicId: list.id, name: list.name, index: at } satisfies ListThen,
      createdBy: actor.userId,
      createdAt: now,
      archivedAt: null,
      labels: card.labels,
      members: card.members,
      checklists: checklistsOf(card),
      comments: [],
    };
  });
  const { cards } = await writeWithoutHistory(work, board, made);
  await record.creations(
    board,
    cards.map(({ id, number, title, listId, list: toList }, index) => {
      return { card: { ...board, listId, id, number, title }, toList, proposed: given[index]?.proposed };
    }),
  );
  return cards.map(({ id, number }) => ({ id, number }));
}

function requireNoChecks({ refusesOpenChecks }: OpenList, { items }: CardOfMany): void {
  const checks = items.filter(({ acceptance }) => acceptance).map(({ title }) => title);
  if (refusesOpenChecks === 1 && checks.length > 0)
    throw new Conflict('open-checks', { titles: checks.slice(0, 5), more: checks.length > 5 });
}

/** The checklists of a card by their names, with their items in order. */
function checklistsOf({ items }: CardOfMany): NewChecklist[] {
  const byName = [...Map.groupBy(items, ({ checklist }) => checklist)];
  const positions = positionsFor(byName.length);
  return byName.map(([name, those], index) => {
    const places = positionsFor(those.length);
    return {
      name,
      position: positions[index] ?? '',
      items: those.map(({ title, acceptance }, at) => ({
        title,
        position: places[at] ?? '',
        acceptance: acceptance ? 1 : 0,
        dueAt: null,
        memberId: null,
        ...uncompleted,
      })),
    };
  });
}
