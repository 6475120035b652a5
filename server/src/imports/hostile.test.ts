import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { ApiError } from '../../../contract/client.ts';
import { minute } from '../base/clock.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';
import { namedStatementsOf } from '../testing/statements.ts';

/* Files that are meant to block the service: excessive content is refused before it costs anything. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const workspacePublicId = await makeWorkspace(ada);

const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`).join(',');

test('more people than a workspace has room for are looked for nowhere', async () => {
  const content = `title,members\nA,"${names(caps.membersOfWorkspace + 1)}"\n`;
  const statements = await namedStatementsOf(service, () =>
    assert.rejects(
      ada.call(api.imports.file, { body: { workspacePublicId, format: 'csv', content } }),
      (error: unknown) =>
        error instanceof ApiError &&
        error.status === 400 &&
        /2000 members are allowed, not 2001/.test(error.message),
    ),
  );
  assert.deepEqual(
    statements.filter((name) => name.startsWith('imports.membersByEmail')),
    [],
  );
});

test('links to cards are found in texts that seem to begin one everywhere', async () => {
  const text = `${'http://'.repeat(1200)} http://http://vikunja.example/tasks/2 http://a:8080/tasks/2`;
  const card = {
    _id: 'card01',
    title: 'A',
    listId: 'l',
    description: text.replaceAll('/tasks/2', '/b/board1/x/card01'),
  };
  const content = JSON.stringify({
    _format: 'wekan-board-1.0.0',
    title: 'B',
    lists: [{ _id: 'l', title: 'L', sort: 1 }],
    cards: [card],
  });
  const { state } = await importFile(service, ada, { workspacePublicId, format: 'wekan', content });
  assert.equal(state, 'completed');
  const [stored] = await service.sql<{ description: string }>(
    `select description from cards where workspace_id = '${workspacePublicId}' and title = 'A'`,
  );
  const [before, ...links] = (stored?.description ?? '').split(' ');
  assert.equal(before, 'http://'.repeat(1200));
  assert.equal(links.length, 2);
  assert.match(links[0] ?? '', /^http:\/\/http:\/\/.*\/\w+$/);
  for (const link of links) assert.doesNotMatch(link, /board1/);
});

test('a row of fifteen million commas ends its import, and not the service', async () => {
  for (const content of [`title\n${','.repeat(15e6)}\n`, ','.repeat(15e6), `title\n"${'a'.repeat(15e6)}`]) {
    const { state, error } = await importFile(service, ada, { workspacePublicId, format: 'csv', content });
    assert.equal(state, 'failed');
    assert.match(error ?? '', /^Line [12]\b.*(fields|characters)/);
  }
});

test('a file that takes more memory than its reader may have is read twice, and then given up', async () => {
  const card = `{"_id":"a","labelIds":[${'[],'.repeat(90_000)}[]]}`;
  const cards = Array.from({ length: 80 }, () => card).join();
  const content = `{"_format":"wekan-board-1.0.0","lists":[],"cards":[${cards}]}`;
  const { importPublicId, ...first } = await importFile(service, ada, {
    workspacePublicId,
    format: 'wekan',
    content,
  });
  const reason = 'The file could not be read: reading it took more memory than is allowed';
  assert.deepEqual([first.state, first.error], ['waiting', reason]);
  service.clock.pass(minute);
  await service.jobs.run('imports');
  const { state, error } = await ada.call(api.imports.get, { params: { importPublicId } });
  assert.deepEqual([state, error], ['failed', reason]);
});
