import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../../base/db/database.ts';
import type { Functions } from '../../base/db/functions.ts';
import { query } from '../../base/db/query.ts';
import type { Turns } from '../../base/http/turns.ts';

/** The checklists of a card with their items, in order; `card` is the alias of the card in the surrounding query. */
export const checklistsJson = (fn: Functions, workspaceId: string, card: string): RawBuilder<string> =>
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
        }),
        sql`from (
          select id, title, completed, row_number() over (order by position) - 1 as place from checklist_items
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
}

/** Max items of one read: up to 200 kB. */
const slice = 100;

const itemsAfter = query(
  'checklists.itemsAfter',
  (_db, p: { workspaceId: string; checklistId: string; after: string }) => sql<ItemRead>`
  select i.id as id, i.title as title, i.completed as completed, i.position as position from checklist_items i
  where i.workspace_id = ${p.workspaceId} and i.checklist_id = ${p.checklistId} and i.position > ${p.after}
  order by i.position limit ${sql.lit(slice)}`,
);

/** The same JSON as `checklistsJson`, in pieces; each is read once the one before it has been consumed. */
export async function* checklistPieces(
  db: Reading,
  turns: Turns,
  workspaceId: string,
  checklists: readonly ChecklistName[],
): AsyncGenerator<string, void> {
  let text = '[';
  for (const [index, { id, name }] of checklists.entries()) {
    text += `${index === 0 ? '' : ','}{"publicId":"${id}","name":${name},"index":${index},"items":[`;
    let [place, after] = [0, ''];
    for (let more = true; more; ) {
      const items = await turns(() => db.all(itemsAfter, { workspaceId, checklistId: id, after }));
      for (const item of items) {
        text += place === 0 ? itemJson(item, place) : `,${itemJson(item, place)}`;
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

const itemJson = ({ id, title, completed }: ItemRead, index: number): string =>
  JSON.stringify({ publicId: id, title, completed: completed === 1, index });
