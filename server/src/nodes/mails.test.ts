import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import type { Mail } from '../base/mail/mail.ts';
import { sendMails } from '../notifications/mail/sender.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Several nodes mail the notifications of one database. */

const skip = engine === 'sqlite' && 'an embedded database has one node';

test('nodes that send at once send each mail once', { skip }, async () => {
  const database = await testDatabase({ migrated: true });
  const sent: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
  const service = await testService({}, { mailer }, database);
  const others = [await testService({}, { mailer }, database), await testService({}, { mailer }, database)];
  const nodes = [service, ...others];
  after(() => database.remove());
  const ada = await service.signUp('ada');
  const { workspace, lists } = await makeBoard(ada);
  const members: string[] = [];
  for (let n = 0; n < 20; n++)
    members.push(await addMember(service, workspace, await service.signUp(`reader${n}`)));
  await service.sql('update users set email_verified_at = 1');
  for (let n = 0; n < 3; n++) {
    const card = await makeCard(ada, nth(lists, 0));
    for (const member of members)
      await ada.call(api.cards.addMember, {
        params: { cardPublicId: card, workspaceMemberPublicId: member },
      });
  }
  for (const { clock } of nodes) clock.pass(130 * second);
  await Promise.all(nodes.map((node) => sendMails(node, 0)));
  assert.equal(sent.length, 60);
  assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 60);
  assert.equal(new Set(sent.map(({ to, inReplyTo }) => `${to} ${inReplyTo}`)).size, 60);
  for (const { clock } of nodes) clock.pass(600 * second);
  await Promise.all(nodes.map((node) => sendMails(node, 0)));
  assert.equal(sent.length, 60);
});
