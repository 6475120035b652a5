import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { api } from '../contract/api.ts';
import { createClient } from '../contract/client.ts';
import { version } from '../server/src/base/config/version.ts';
import { copiedTables } from '../server/src/base/db/copy/tables.ts';
import { engine } from '../server/src/testing/database.ts';
import { nth } from '../server/src/testing/fixtures.ts';
import { receiver } from '../server/src/testing/receiver.ts';
import { releasedData, releases } from '../server/src/testing/release.ts';
import { type RunningTaskboard, runTaskboard, serveTaskboard } from '../server/src/testing/taskboard.ts';

/* This version on the data of earlier releases, and the way back. */

for (const release of releases) {
  describe(`data of ${release}`, async () => {
    const database = await releasedData(release);
    const { dataDir, known } = database;
    const running = new Set<RunningTaskboard>();
    after(async () => {
      for (const { process } of running) process.kill('SIGKILL');
      await database.remove();
    });

    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.databaseUrl,
      BACKUP_BEFORE_MIGRATION: 'on',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    const had = (await database.sql<{ name: string }>('select name from migrations order by name')).map(
      ({ name }) => name,
    );
    const tables = copiedTables(had);

    async function serve(): Promise<RunningTaskboard> {
      const service = await serveTaskboard(settings);
      running.add(service);
      return service;
    }

    async function stop(service: RunningTaskboard): Promise<void> {
      service.process.kill('SIGTERM');
      assert.deepEqual(await service.ended, [0, null]);
    }

    /** All rows, except numbers that are only meaningful in one database. */
    async function content(): Promise<Record<string, unknown>> {
      const rows = tables.map(async ({ name, key }) => {
        const all = await database.sql(`select * from ${name} order by ${key.join()}`);
        return [name, all.map((row) => ({ ...row, transaction_id: 0 }))] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    }

    async function counts(): Promise<Record<string, number>> {
      const found = await Promise.all(
        tables.map(async ({ name }) => {
          const [row] = await database.sql<{ rows: number }>(`select count(*) as rows from ${name}`);
          return [name, row?.rows ?? 0] as const;
        }),
      );
      return Object.fromEntries(found);
    }

    const before = await content();
    const rowsBefore = await counts();
    const { roles = 0, workspaces = 0, installation } = rowsBefore;
    const rowsAfter = {
      ...rowsBefore,
      // Every workspace gets the role that was introduced with closed boards.
      ...(had.includes('0013-board-access') ? {} : { roles: roles + workspaces }),
      // The first start makes the key that signs what is pushed to browsers.
      ...(installation === undefined || had.includes('0052-push') ? {} : { installation: installation + 1 }),
    };

    test('it has something in every table', () => {
      for (const [table, rows] of Object.entries(rowsBefore)) assert.ok(rows > 0, table);
    });

    test('the first start takes a backup, loses nothing, and everything can be read', async () => {
      const service = await serve();
      assert.deepEqual(await counts(), rowsAfter);
      const [backup = ''] = readdirSync(join(dataDir, 'backups'));
      assert.match(backup, /^before-\d{4}-\S+-\d{8}T\d{9}Z$/);
      assert.deepEqual(readdirSync(join(dataDir, 'backups', backup)).sort(), [
        'backup.json',
        'files',
        'secret.key',
        'taskboard.db',
      ]);
      const baseUrl = `${service.address}/api/v1`;
      const { token } = await createClient({ baseUrl }).call(api.auth.signIn, {
        body: { email: known.email, password: known.password },
      });
      const { attachments } = await createClient({ baseUrl, token: known.key }).call(api.cards.get, {
        params: { cardPublicId: known.card },
      });
      const files = attachments.map(async ({ url }) =>
        (await fetch(url?.replace(/^https?:\/\/[^/]+/, service.address) ?? '')).text(),
      );
      assert.ok((await Promise.all(files)).includes('The plan.'));
      await assertSealed(createClient({ baseUrl, token }));
      const doctor = await runTaskboard(['doctor'], settings);
      const wrong = doctor.output.filter((line) => line.startsWith('wrong') && !line.includes('fsync'));
      assert.deepEqual(wrong, []);
      await stop(service);
    });

    /** Asserts that secrets sealed by the release can be opened, by signing a message with one. */
    async function assertSealed(ada: ReturnType<typeof createClient>): Promise<void> {
      const target = await receiver();
      const params = { workspacePublicId: known.workspace, webhookPublicId: known.webhook.publicId };
      await ada.call(api.webhooks.update, { params, body: { url: target.url } });
      const outcome = await ada.call(api.webhooks.test, { params });
      assert.deepEqual(outcome, { success: true, statusCode: 200 });
      const message = nth(target.received, 0);
      new Webhook(known.webhook.secret).verify(message.body, message.headers as Record<string, string>);
    }

    test('the second start takes no backup', async () => {
      await stop(await serve());
      assert.equal(readdirSync(join(dataDir, 'backups')).length, 1);
    });

    test('a rollback is refused while a service runs', async () => {
      const service = await serve();
      const { status, errors } = await runTaskboard(['rollback'], settings);
      assert.equal(status, 1);
      assert.match(nth(errors, 0), /^a service is already running on .*: stop it first$/);
      await stop(service);
    });

    test('a rollback restores what the release left, and keeps what it replaces', async () => {
      const { status, output, errors } = await runTaskboard(['rollback'], settings);
      assert.deepEqual([status, errors], [0, []]);
      assert.match(
        nth(output, 2),
        new RegExp(`^now start version ${release.slice(1).replaceAll('.', '\\.')}:`),
      );
      assert.deepEqual(await content(), before);
      assert.deepEqual(
        (await database.sql<{ name: string }>('select name from migrations order by name')).map(
          ({ name }) => name,
        ),
        had,
      );
      if (engine === 'sqlite') {
        const kept = /is kept in (\S+)$/.exec(nth(output, 1))?.[1] ?? '';
        assert.ok(existsSync(join(kept, 'taskboard.db')));
      } else {
        const schema = /is kept in the schema (\S+)$/.exec(nth(output, 1))?.[1] ?? '';
        const [row] = await database.sql<{ value: string }>(
          `select value from ${schema}.installation where name = 'version'`,
        );
        assert.equal(row?.value, version);
      }
      const again = await runTaskboard(['rollback'], settings);
      assert.equal(again.status, 1);
      assert.match(nth(again.errors, 0), /already as it was before the last update$/);
    });

    test('after it the update works again', async () => {
      await stop(await serve());
      assert.deepEqual(await counts(), rowsAfter);
    });
  });
}
