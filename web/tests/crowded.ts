import { api } from '../../contract/api.ts';
import { engine } from '../../server/src/testing/database.ts';
import { makeWorkspace } from '../../server/src/testing/fixtures.ts';
import type { Person, TestService } from '../../server/src/testing/service.ts';

export interface Crowded {
  workspace: string;
  board: string;
  lists: string[];
  labels: string[];
  /** The id of a card by number, from 1; cards are dealt to the lists in turn. */
  card: (number: number) => string;
}

/**
 * A board with a number of cards in twenty lists, written directly to the database. Titles have one to four lines; two
 * of three cards have a label, two of five have their creator as a member, one of three has a due date.
 */
export async function crowdedBoard(service: TestService, person: Person, cards: number): Promise<Crowded> {
  const workspace = await makeWorkspace(person);
  const params = { workspacePublicId: workspace };
  const names = Array.from({ length: 20 }, (_, index) => `List ${index + 1}`);
  const made = await person.call(api.boards.create, {
    params,
    body: { name: `Board of ${cards}`, lists: names, labels: ['Urgent', 'Later', 'Waiting for others'] },
  });
  const board = made.publicId;
  const whole = await person.call(api.boards.get, { params: { boardPublicId: board } });
  const lists = whole.lists.map(({ publicId }) => publicId);
  const labels = whole.labels.map(({ publicId }) => publicId);
  const [member] = whole.workspace.members;
  const padded = engine === 'sqlite' ? `substr('00000' || i, -5)` : `lpad(i::text, 5, '0')`;
  const oneOf = (ids: readonly string[]) =>
    `case i % ${ids.length} ${ids.map((id, at) => `when ${at} then '${id}'`).join(' ')} end`;
  const insert = (table: string, values: Record<string, string | number>, where = 'true') =>
    service.sql(`insert into ${table} (workspace_id, ${Object.keys(values).join()})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cards})
      select '${workspace}', ${Object.values(values).join()} from n where ${where}`);
  const id = `'${board.slice(-9)}ca' || ${padded}`;
  const words = [
    'Card',
    'Paint the harbour wall before the winter storms come',
    'Ask the harbour master',
    'Write down what was agreed on the quay, with names and dates, and send it to all who were there and to those who could not come',
    'Ropes',
  ].map((text) => `'${text} '`);
  await insert('cards', {
    id,
    board_id: `'${board}'`,
    list_id: oneOf(lists),
    number: 'i',
    title: `case i % 5 ${words.map((text, at) => `when ${at} then ${text}`).join(' ')} end || i`,
    description: `case when i % 4 = 0 then 'What is to be done' end`,
    due_at: `case when i % 3 = 0 then 1767225600000000 + cast(i as bigint) * 60000000 end`,
    position: `'a0' || ${padded} || 'V'`,
    created_by: `'${person.id}'`,
    created_at: 1,
  });
  await service.sql(`update workspaces set card_counter = ${cards} where id = '${workspace}'`);
  await insert('card_labels', { board_id: `'${board}'`, card_id: id, label_id: oneOf(labels) }, 'i % 3 > 0');
  await insert('card_members', { card_id: id, member_id: `'${member?.publicId}'` }, 'i % 5 > 2');
  return {
    workspace,
    board,
    lists,
    labels,
    card: (number) => `${board.slice(-9)}ca${String(number).padStart(5, '0')}`,
  };
}
