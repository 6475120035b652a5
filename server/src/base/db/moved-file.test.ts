import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { engine } from '../../testing/database.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

test('nothing is acknowledged that is written to a file which was moved or replaced', {
  skip: engine === 'postgres' && 'there is no such file',
}, async () => {
  const service = await testService({ LOG_LEVEL: 'silent' });
  const ada = await service.signUp('ada');
  const file = join(service.config.dataDir, 'taskboard.db');
  const aside = `${file}.aside`;
  const writing = async () => {
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Lost' });
    return (await service.raw('/workspaces', { method: 'POST', headers, body })).status;
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve, 60));

  renameSync(file, aside);
  await soon();
  assert.equal(await writing(), 503);
  copyFileSync(aside, file);
  assert.equal(await writing(), 503);
  assert.ok(service.writes.failing());

  rmSync(file);
  renameSync(aside, file);
  await makeWorkspace(ada);
  assert.equal(service.writes.failing(), undefined);
  const names = (await ada.call(api.workspaces.list)).map(({ workspace }) => workspace.name);
  assert.ok(!names.includes('Lost'));
});
