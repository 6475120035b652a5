import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const mailer = { send: () => Promise.reject(new Error('the mail server is down')) };
const service = await testService({ LOG_LEVEL: 'silent' }, { mailer });
const ada = await service.signUp('ada');

test('a mail that cannot be sent does not fail the invitation', async () => {
  const params = { workspacePublicId: await makeWorkspace(ada) };
  await ada.call(api.invites.inviteMember, { params, body: { email: 'bob@example.com' } });
  await service.outbox.idle();
  const { members } = await ada.call(api.workspaces.get, { params });
  assert.deepEqual(
    members.map(({ status }) => status),
    ['active', 'invited'],
  );
});
