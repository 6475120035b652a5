import { engine } from './database.ts';
import { type MadeBoard, makeBoard, nth } from './fixtures.ts';
import { addMember } from './members.ts';
import type { Person, TestService } from './service.ts';

/** Creates a board with `cards` cards in its first list, each with a label, a member, a checklist of two items and a comment. */
export async function makeLargeBoard(
  service: TestService,
  admin: Person,
  member: Person,
  cards: number,
): Promise<MadeBoard & { member: string }> {
  const made = await makeBoard(admin);
  const memberId = await addMember(service, made.workspace, member);
  const { workspace, board, lists, labels } = made;
  const padded = engine === 'sqlite' ? `substr('00000' || i, -5)` : `lpad(i::text, 5, '0')`;
  // Uses the end of the board's id: boards may share its beginning, the time.
  const id = (kind: string) => `'${board.slice(-9)}${kind}' || ${padded}`;
  const insert = (table: string, values: Record<string, string | number>) =>
    service.sql(`insert into ${table} (workspace_id, ${Object.keys(values).join()})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cards})
      select '${workspace}', ${Object.values(values).join()} from n`);
  const card = id('ca');
  await insert('cards', {
    id: card,
    board_id: `'${board}'`,
    list_id: `'${nth(lists, 0)}'`,
    number: 'i',
    title: `'Card ' || i`,
    description: `'What is to be done'`,
    position: `'a0' || ${padded} || 'V'`,
    created_by: `'${admin.id}'`,
    created_at: 1,
  });
  await service.sql(`update workspaces set card_counter = ${cards} where id = '${workspace}'`);
  const label = `'${nth(labels, 0)}'`;
  await insert('card_labels', { board_id: `'${board}'`, card_id: card, label_id: label });
  await insert('card_members', { card_id: card, member_id: `'${memberId}'` });
  const checklist = id('ch');
  await insert('checklists', {
    id: checklist,
    card_id: card,
    name: `'Steps'`,
    position: `'a0'`,
    created_at: 1,
  });
  for (const [n, title] of ['One', 'Two'].entries()) {
    const item = { title: `'${title}'`, completed: 0, position: `'a${n}'`, created_at: 1 };
    await insert('checklist_items', { id: id(`i${n}`), checklist_id: checklist, ...item });
  }
  const by = `'${member.id}'`;
  const comment = { id: id('co'), card_id: card, comment: `'Yes'`, created_by: by, created_at: 1 };
  await insert('comments', comment);
  const activity = { type: `'card.created'`, user_id: by, created_at: 1, group_started_at: 1 };
  await insert('activities', { id: id('ac'), card_id: card, ...activity });
  return { ...made, member: memberId };
}
