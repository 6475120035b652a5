import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../testing/database.ts';
import { releasedData, releases } from '../../testing/release.ts';
import { openDatabase } from './open.ts';

/* Released migrations never change, because databases exist that have run them. */

for (const release of releases) {
  test(`this version has the migrations of ${release} as they were (${engine})`, async () => {
    const database = await releasedData(release);
    const had = await database.sql<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    );
    assert.ok(had.length > 0);
    await (await openDatabase(database)).close();
    const has = await database.sql<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    );
    for (const each of had)
      assert.deepEqual(
        has.find(({ name }) => name === each.name),
        each,
      );
    await database.remove();
  });
}
