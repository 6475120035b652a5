import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { ApiError } from '../../../contract/client.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';
import { namedStatementsOf } from '../testing/statements.ts';

/* Files that were made to keep others waiting: what they have too much of is refused before it costs anything. */

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
