import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConsistent } from './consistency.ts';
import { addMember } from './members.ts';
import { testService } from './service.ts';
import { makeThings } from './things.ts';

const service = await testService();
const ada = await service.signUp('ada');
const alone = await service.signUp('alone');
const things = await makeThings(service, ada, await service.signUp('target'));
const unseeing = await addMember(service, things.workspace, await service.signUp('unseeing'), {
  role: 'guest-of-boards',
});

test('what only the service has written is consistent', () => assertConsistent(service));

/** The breach, a statement that causes it, and one that reverts it. */
const breaches: [RegExp, string, string][] = [
  [
    /counter of a workspace/,
    `update cards set number = number + 1000 where id = '${things.card}'`,
    `update cards set number = number - 1000 where id = '${things.card}'`,
  ],
  [
    /admin who may do everything/,
    `update members set revoked = 1 where user_id = '${ada.id}'`,
    `update members set revoked = 0 where user_id = '${ada.id}'`,
  ],
  [
    /admins may do everything/,
    "update roles set permissions = permissions - 1 where name = 'admin'",
    "update roles set permissions = permissions + 1 where name = 'admin'",
  ],
  [
    /four roles/,
    "update roles set name = 'spectator' where name = 'guest'",
    "update roles set name = 'guest' where name = 'spectator'",
  ],
  [
    /that they cannot see/,
    `insert into card_members (workspace_id, card_id, member_id)
      select workspace_id, '${things.card}', id from members where id = '${unseeing}'`,
    `delete from card_members where member_id = '${unseeing}'`,
  ],
  [
    /given and taken at once/,
    `update members set granted = 2, revoked = 2 where id = '${things.member}'`,
    `update members set granted = 0, revoked = 0 where id = '${things.member}'`,
  ],
  [
    /no more in its workspace/,
    `update members set granted = 1073741824 where id = '${things.bot}'`,
    `update members set granted = 0 where id = '${things.bot}'`,
  ],
  [
    /no bot has a password/,
    "update users set password_hash = 'x' where bot_since is not null",
    'update users set password_hash = null where bot_since is not null',
  ],
  [
    /account and its address/,
    `update members set email = 'x' || email where id = '${things.member}'`,
    `update members set email = substr(email, 2) where id = '${things.member}'`,
  ],
  [
    /says by whom/,
    `update lists set deleted_at = 1 where id = '${things.list}'`,
    `update lists set deleted_at = null where id = '${things.list}'`,
  ],
  [
    /deleted comment/,
    `update comments set deleted_at = 1 where id = '${things.comment}'`,
    `update comments set deleted_at = null where id = '${things.comment}'`,
  ],
  [
    /nothing else is empty/,
    `update labels set name = ' ' where id = '${things.label}'`,
    `update labels set name = 'Urgent' where id = '${things.label}'`,
  ],
  [
    /merged entry/,
    "update activities set group_started_at = group_started_at - 1 where type = 'card.created'",
    "update activities set group_started_at = group_started_at + 1 where type = 'card.created'",
  ],
  [
    /in lower case/,
    `update users set email = upper(email) where id = '${alone.id}'`,
    `update users set email = lower(email) where id = '${alone.id}'`,
  ],
  [
    /as long as it is pending/,
    `update webhook_deliveries set next_attempt_at = 1 where id = '${things.delivery}'`,
    `update webhook_deliveries set next_attempt_at = null where id = '${things.delivery}'`,
  ],
];

for (const [what, breach, mended] of breaches) {
  test(`a breach is found: ${what.source}`, async () => {
    await service.sql(breach);
    await assert.rejects(assertConsistent(service), what);
    await service.sql(mended);
    await assertConsistent(service);
  });
}
