import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { engine } from '../../testing/database.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

const skip = engine === 'sqlite' && 'SQLite reads as few rows without statistics';

test('what an import has filled is known to PostgreSQL as soon as the next round', { skip }, async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  // As if autovacuum were slow.
  await service.sql('alter table cards set (autovacuum_enabled = false)');
  const known = () =>
    service.sql<{ column: string }>(`select attname as column from pg_stats where tablename = 'cards'`);
  const workspacePublicId = await makeWorkspace(ada);
  const importCards = async (count: number) => {
    const cards = Array.from({ length: count }, (_, row) => `Card ${row};List ${row % 20}`);
    const content = ['name;list', ...cards].join('\n');
    await ada.call(api.imports.file, { body: { workspacePublicId, format: 'csv', content } });
  };
  await importCards(1500);
  assert.deepEqual(await known(), []);
  await service.jobs.run('statistics');
  assert.ok((await known()).length > 0);

  await importCards(10);
  assert.deepEqual(await service.db.analyzeGrown(), [], 'what has grown little is left alone');
  await importCards(3000);
  await service.jobs.run('statistics');
  // The service's own round may have looked at a table during the import, so it may know of fewer than all rows.
  const rows = await service.sql<{ relname: string; reltuples: number }>(
    `select relname, reltuples::float8 as reltuples from pg_class where relname in ('cards', 'activities')`,
  );
  assert.equal(rows.length, 2);
  for (const { relname, reltuples } of rows) assert.ok(reltuples > 2000, `${relname}: ${reltuples}`);
});
