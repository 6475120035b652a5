import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { pushService } from '../testing/push-service.ts';
import { testService } from '../testing/service.ts';

/* Several nodes push the notifications of one database. */

const skip = engine === 'sqlite' && 'an embedded database has one node';

test('nodes that push at once push each notification once to each browser, with one key', {
  skip,
}, async () => {
  const database = await testDatabase({ migrated: true });
  const allowed = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const service = await testService(allowed, {}, database);
  const nodes = [service, await testService(allowed, {}, database), await testService(allowed, {}, database)];
  after(() => database.remove());
  assert.equal(new Set(nodes.map(({ pushKey }) => pushKey.publicKey)).size, 1);
  const pushes = await pushService();
  const ada = await service.signUp('ada');
  const { workspace, lists } = await makeBoard(ada);
  const browsers = [];
  const members = [];
  for (const name of ['bob', 'cyd', 'dan']) {
    const person = await service.signUp(name);
    members.push(await addMember(service, workspace, person));
    for (let n = 0; n < 2; n++) {
      const browser = pushes.browser(service.pushKey.publicKey);
      await person.call(api.push.subscribe, { body: browser.subscription });
      browsers.push(browser);
    }
  }
  const cards = 20;
  const round = async () => {
    await Promise.all(nodes.map((node) => node.jobs.run('pushes')));
    await Promise.all(nodes.map((node) => node.pusher.idle()));
  };
  for (let n = 0; n < cards; n++) {
    const cardPublicId = await makeCard(ada, nth(lists, 0));
    for (const workspaceMemberPublicId of members)
      await ada.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId } });
    if (n % 4 === 0) await round();
  }
  for (let n = 0; n < 4; n++) await round();
  for (const { received } of browsers) {
    assert.equal(received.length, cards);
    assert.equal(new Set(received.map(({ id }) => id)).size, cards);
  }
  assert.deepEqual(await database.sql('select 1 from pushes'), []);
});
