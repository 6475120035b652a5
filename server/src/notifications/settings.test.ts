import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { defaultDigest, defaultTimings, maxOverrides } from '../../../contract/notification-settings.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
let people = 0;

type Change = BodyOf<typeof api.notificationSettings.update>;

const read = (person: Person) => person.call(api.notificationSettings.get, {});
const set = (person: Person, body: Change) => person.call(api.notificationSettings.update, { body });
const refused = (person: Person, body: Change) =>
  person.refused(400, api.notificationSettings.update, { body });

test('who has set nothing has the defaults; what is set stays, and the rest stays as it was', async () => {
  const bob = await service.signUp(`bob${++people}`);
  const first = await read(bob);
  assert.deepEqual(first.kinds, defaultTimings);
  assert.deepEqual([first.digest, first.quietHours, first.overrides], [defaultDigest, null, []]);
  assert.deepEqual(first.channels, { mail: true });
  const quietHours = { from: '22:00', to: '07:00' };
  assert.deepEqual(await set(bob, { quietHours, kinds: { moved: { mail: 'digest' } } }), await read(bob));
  await set(bob, { digest: { hour: 17 }, kinds: { moved: { page: 'off' }, changed: { push: 'digest' } } });
  const { kinds, ...rest } = await read(bob);
  assert.deepEqual(kinds, {
    ...defaultTimings,
    moved: { ...defaultTimings.moved, mail: 'digest', page: 'off' },
    changed: { ...defaultTimings.changed, push: 'digest' },
  });
  assert.deepEqual([rest.quietHours, rest.digest], [quietHours, { ...defaultDigest, hour: 17 }]);
  assert.equal((await set(bob, { quietHours: null })).quietHours, null);
  assert.deepEqual((await read(ada)).kinds, defaultTimings);
});

test('parts that are set at the same time are all kept', async () => {
  const bob = await service.signUp(`bob${++people}`);
  await Promise.all([
    set(bob, { digest: { hour: 9 } }),
    set(bob, { quietHours: { from: '20:00', to: '08:00' } }),
    set(bob, { kinds: { moved: { page: 'off' } } }),
  ]);
  const { digest, quietHours, kinds } = await read(bob);
  assert.deepEqual([digest.hour, quietHours?.from, kinds.moved.page], [9, '20:00', 'off']);
});

test('settings that make no sense are refused, and so are places that one cannot see', async () => {
  const { board, workspace } = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, workspace, bob);
  await refused(bob, {});
  await refused(bob, { digest: { hour: 24 } });
  await refused(bob, { digest: { days: [] } });
  await refused(bob, { quietHours: { from: '7:00', to: '08:00' } });
  await refused(bob, { quietHours: { from: '07:00', to: '07:00' } });
  await refused(bob, { overrides: [{ muted: true }] });
  await refused(bob, { overrides: [{ boardPublicId: board, workspacePublicId: workspace }] });
  await refused(bob, { overrides: [{ boardPublicId: board }, { boardPublicId: board, muted: true }] });
  await refused(bob, { overrides: [{ boardPublicId: workspace }] });
  const many = Array.from({ length: maxOverrides + 1 }, () => ({ boardPublicId: board }));
  await refused(bob, { overrides: many });
  const overrides = [
    { boardPublicId: board, muted: true, kinds: {} },
    { workspacePublicId: workspace, kinds: {} },
  ];
  assert.deepEqual((await set(bob, { overrides })).overrides, overrides);
  await setStatus(service, member, 'paused');
  // What was named before may stay.
  await set(bob, { overrides: overrides.slice(0, 1) });
  await refused(bob, { overrides });
  const { board: secret } = await makeBoard(ada);
  await refused(bob, { overrides: [{ boardPublicId: secret }] });
});

test('what is off in the page is neither in the inbox nor counted, and comes back when it is on', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0));
  await ada.call(api.cards.addMember, {
    params: { cardPublicId: card, workspaceMemberPublicId: member },
  });
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Hello' } });
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { title: 'Another' } });
  const inbox = async () => {
    const { notifications, unread } = await bob.call(api.notifications.list, { query: { limit: 2 } });
    return [notifications.map(({ kind }) => kind), unread];
  };
  assert.deepEqual(await inbox(), [['changed', 'commented'], 3]);
  await set(bob, { kinds: { changed: { page: 'off' } } });
  assert.deepEqual(await inbox(), [['commented', 'assigned'], 2]);
  await set(bob, {
    overrides: [{ boardPublicId: board, kinds: { changed: { page: 'at-once' } }, muted: true }],
  });
  assert.deepEqual(await inbox(), [['changed'], 1]);
  await set(bob, { overrides: [{ workspacePublicId: workspace, muted: true }] });
  assert.deepEqual(await inbox(), [[], 0]);
  assert.deepEqual(await bob.call(api.notifications.update, { body: { ids: ['0123456789abcdef'] } }), {
    unread: 0,
  });
  await set(bob, { overrides: [], kinds: { changed: { page: 'at-once' } } });
  assert.deepEqual(await inbox(), [['changed', 'commented'], 3]);
});

test('a key that is limited cannot read or change them', async () => {
  const bob = await service.signUp(`bob${++people}`);
  const { key } = await bob.call(api.users.createApiKey, {
    body: { name: 'limited', permissions: ['card:view'] },
  });
  const limited = service.caller(key);
  await limited.refused(403, api.notificationSettings.get, {});
  await limited.refused(403, api.notificationSettings.update, { body: { digest: { hour: 1 } } });
});
