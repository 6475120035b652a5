import { type RawBuilder, sql } from 'kysely';
import type { EvidenceShown } from '../../../../contract/checklist-shapes.ts';
import { day, isoMillisOrNull } from '../../base/clock.ts';
import { dayOrTimeOrNull } from '../../base/days.ts';
import type { Reading } from '../../base/db/database.ts';
import type { Functions, Piece } from '../../base/db/functions.ts';
import { query } from '../../base/db/query.ts';
import type { Turns } from '../../base/http/turns.ts';

/** Whose work an item is: nobody's once that member has been removed; `item` is its alias. */
export const memberOfItem = (workspaceId: unknown, item = 'i'): RawBuilder<string | null> => sql`(
    select m.id from members m
    where m.workspace_id = ${workspaceId} and m.id = ${sql.raw(item)}.member_id and m.status <> 'removed')`;

/** A column with a date as a whole day or a time, as JSON. */
export const dayOrTimeJson = (fn: Functions, column: string): RawBuilder<string | null> => sql`
    case when ${sql.raw(column)} is null then null
      when ${sql.raw(column)} % ${sql.lit(day)} = 0 then ${fn.object({ date: sql`substr(${fn.millis(column)}, 1, 10)` })}
      else ${fn.object({ time: fn.millis(column) })} end`;

/** When an item `i` is due, whose it is, and how it was completed. */
export const itemWorkJson = (
  fn: Functions,
  workspaceId: unknown,
  shows: ShowsMembers,
): Record<string, Piece> => ({
  due: dayOrTimeJson(fn, 'i.due_at'),
  memberPublicId: sql`case when ${shows} then ${memberOfItem(workspaceId)} end`,
  acceptance: fn.flag('i.acceptance'),
  completedAt: fn.millis('i.completed_at'),
  completedBy: 'i.completed_by',
  evidence: fn.json('i.evidence'),
});

/** Whether the reader may see the members of items. */
type ShowsMembers = RawBuilder<unknown>;

/**
 * The checklists of a card with their items, in order; `card` is the alias of the card in the surrounding query. With `shows`,
 * items have when they are due, whose they are, and how they were completed.
 */
export const checklistsJson = (
  fn: Functions,
  workspaceId: string,
  card: string,
  shows?: ShowsMembers,
): RawBuilder<string> =>
  fn.list(
    fn.object({
      publicId: 'k.id',
      name: 'k.name',
      index: 'k.place',
      items: fn.list(
        fn.object({
          publicId: 'i.id',
          title: 'i.title',
          completed: fn.flag('i.completed'),
          index: 'i.place',
          ...(shows && {
            dueDate: fn.millis('i.due_at'),
            ...itemWorkJson(fn, workspaceId, shows),
          }),
        }),
        sql`from (
          select id, title, completed, due_at, member_id, acceptance, completed_at, completed_by, evidence, row_number() over (order by position) - 1 as place from checklist_items
          where workspace_id = ${workspaceId} and checklist_id = k.id
        ) i`,
        'i.place',
      ),
    }),
    sql`from (
      select id, name, row_number() over (order by position) - 1 as place from checklists
      where workspace_id = ${workspaceId} and card_id = ${sql.raw(card)}.id
    ) k`,
    'k.place',
  );

/** `from … where …` for the items of a card, as `x`. */
export const itemsOnCard = (fn: Functions, p: { workspaceId: string; cardId: string }): RawBuilder<unknown> =>
  fn.lookUp({
    table: 'checklist_items',
    workspaceId: p.workspaceId,
    column: 'checklist_id',
    values: sql`(select id from checklists where workspace_id = ${p.workspaceId} and card_id = ${p.cardId})`,
  });

/** A checklist; its name is JSON. */
export interface ChecklistName {
  id: string;
  name: string;
}

interface ItemRead {
  id: string;
  title: string;
  completed: number;
  position: string;
  dueAt: number | null;
  memberId: string | null;
  acceptance: 0 | 1;
  completedAt: number | null;
  completedBy: string | null;
  evidence: string | null;
}

/** Max items of one read: up to 600 kB, and hardly ever a tenth of it. */
const slice = 100;

const itemsAfter = query(
  'checklists.itemsAfter',
  (_db, p: { workspaceId: string; checklistId: string; after: string }) => sql<ItemRead>`
  select i.id as id, i.title as title, i.completed as completed, i.position as position, i.due_at as "dueAt",
    ${memberOfItem(p.workspaceId)} as "memberId", i.acceptance as acceptance, i.completed_at as "completedAt",
    i.completed_by as "completedBy", i.evidence as evidence
  from checklist_items i
  where i.workspace_id = ${p.workspaceId} and i.checklist_id = ${p.checklistId} and i.position > ${p.after}
  order by i.position limit ${sql.lit(slice)}`,
);

/** The same JSON as `checklistsJson`, in pieces; each is read once the one before it has been consumed. */
export async function* checklistPieces(
  db: Reading,
  turns: Turns,
  workspaceId: string,
  checklists: readonly ChecklistName[],
  work?: { showMembers: boolean },
): AsyncGenerator<string, void> {
  let text = '[';
  for (const [index, { id, name }] of checklists.entries()) {
    text += `${index === 0 ? '' : ','}{"publicId":"${id}","name":${name},"index":${index},"items":[`;
    let [place, after] = [0, ''];
    for (let more = true; more; ) {
      const items = await turns(() => db.all(itemsAfter, { workspaceId, checklistId: id, after }));
      for (const item of items) {
        const json = JSON.stringify({ ...itemOf(item, place), ...(work && workOf(item, work.showMembers)) });
        text += place === 0 ? json : `,${json}`;
        place++;
      }
      after = items.at(-1)?.position ?? after;
      more = items.length === slice;
      yield text;
      text = '';
    }
    text += ']}';
  }
  yield `${text}]`;
}

const itemOf = ({ id, title, completed }: ItemRead, index: number) => ({
  publicId: id,
  title,
  completed: completed === 1,
  index,
});

/** What an item has in addition where work is asked for. */
export const workOf = (
  { dueAt, memberId, ...rest }: Omit<ItemRead, 'id' | 'title' | 'completed' | 'position'>,
  showMembers: boolean,
) => ({
  dueDate: isoMillisOrNull(dueAt),
  due: dayOrTimeOrNull(dueAt),
  memberPublicId: showMembers ? memberId : null,
  ...completionOf(rest),
});

/** Whether an item is an acceptance check, and how it was completed. */
export const completionOf = ({
  acceptance,
  completedAt,
  completedBy,
  evidence,
}: Pick<ItemRead, 'acceptance' | 'completedAt' | 'completedBy' | 'evidence'>) => ({
  acceptance: acceptance === 1,
  completedAt: isoMillisOrNull(completedAt),
  completedBy,
  evidence: evidence === null ? null : (JSON.parse(evidence) as EvidenceShown),
});

/** The bytes of the texts of an item `x`. */
export const bytesOfItem = sql`octet_length(x.title) + coalesce(octet_length(x.evidence), 0)`;
