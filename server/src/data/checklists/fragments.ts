import { type RawBuilder, sql } from 'kysely';
import { isoMillisOrNull } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import type { Functions } from '../../base/db/functions.ts';
import { query } from '../../base/db/query.ts';
import type { Turns } from '../../base/http/turns.ts';

/** Whose work an item `i` is: nobody's once that member has been removed. */
const memberOfItem = (workspaceId: string): RawBuilder<string | null> => sql`(
    select m.id from members m
    where m.workspace_id = ${workspaceId} and m.id = i.member_id and m.status <> 'removed')`;

/** Whether the reader may see the members of items. */
type ShowsMembers = RawBuilder<unknown>;

/**
 * The checklists of a card with their items, in order; `card` is the alias of the card in the surrounding query. With `shows`,
 * items have when they are due and whose they are.
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
            memberPublicId: sql`case when ${shows} then ${memberOfItem(workspaceId)} end`,
          }),
        }),
        sql`from (
          select id, title, completed, due_at, member_id, row_number() over (order by position) - 1 as place from checklist_items
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
}

/** Max items of one read: up to 200 kB. */
const slice = 100;

const itemsAfter = query(
  'checklists.itemsAfter',
  (_db, p: { workspaceId: string; checklistId: string; after: string }) => sql<ItemRead>`
  select i.id as id, i.title as title, i.completed as completed, i.position as position, i.due_at as "dueAt",
    ${memberOfItem(p.workspaceId)} as "memberId"
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
  work?: { showsMembers: boolean },
): AsyncGenerator<string, void> {
  let text = '[';
  for (const [index, { id, name }] of checklists.entries()) {
    text += `${index === 0 ? '' : ','}{"publicId":"${id}","name":${name},"index":${index},"items":[`;
    let [place, after] = [0, ''];
    for (let more = true; more; ) {
      const items = await turns(() => db.all(itemsAfter, { workspaceId, checklistId: id, after }));
      for (const item of items) {
        const json = JSON.stringify({ ...itemOf(item, place), ...(work && workOf(item, work.showsMembers)) });
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

const workOf = ({ dueAt, memberId }: ItemRead, showsMembers: boolean) => ({
  dueDate: isoMillisOrNull(dueAt),
  memberPublicId: showsMembers ? memberId : null,
});
