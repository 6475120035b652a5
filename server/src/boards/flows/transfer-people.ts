import { sql } from 'kysely';
import { seesBoard } from '../../base/access/board-permissions.ts';
import { query } from '../../base/db/query.ts';
import { replaceValue, takenAtOnce, takeOffOption } from '../../data/cards/rows.ts';
import type { RunSlice } from '../actions/create.ts';
import type { Transfer } from '../transfer.ts';

/* People who are values of fields: members of the workspace that a board has left become those of the other one. */

/** Each person in a field of the board, and the member who that is in the other workspace, if they see the board there. */
const peopleThere = query(
  'boards.peopleThere',
  (_db, p: Transfer, fn) => sql<{ fieldId: string; was: string; is: string | null }>`
  select v.field_id as "fieldId", v.text_value as was, (
    select m.id from members s
    join members m on m.workspace_id = ${p.to} and m.user_id = s.user_id and m.status <> 'removed'
    join roles r on r.workspace_id = ${p.to} and r.id = m.role_id
    join boards b on b.workspace_id = ${p.to} and b.id = ${p.boardId}
    where s.workspace_id = ${p.from} and s.id = v.text_value and ${seesBoard('b', p.to)}
  ) as "is"
  from (
    select distinct x.field_id, x.text_value ${fn.lookUp({
      table: 'field_values',
      workspaceId: p.to,
      column: 'field_id',
      values: sql`(select f.id from fields f
        where f.workspace_id = ${p.to} and f.board_id = ${p.boardId} and f.type = 'person')`,
    })}
  ) v`,
);

export async function transferPeople(run: RunSlice, way: Transfer): Promise<void> {
  const people = await run(({ tx }) => tx.all(peopleThere, way));
  const workspaceId = way.to;
  for (const { fieldId, was, is } of people) {
    const turn = () =>
      run(({ tx }) =>
        is === null
          ? tx.run(takeOffOption, { workspaceId, fieldId, option: was })
          : tx.run(replaceValue, { workspaceId, fieldId, was, is }),
      );
    while (was !== is && (await turn()).length === takenAtOnce);
  }
}
