import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { statementsOf } from '../../testing/statements.ts';
import { day } from '../clock.ts';
import { sliceSize } from './remove.ts';

/* What is kept for a time goes in slices, however much of it there is. */

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada);
const card = await makeCard(ada, nth(lists, 0));
const rows = 2 * sliceSize + 50;
const old = service.clock.now() - 400 * day;
// Changes go in the order in which they were made.
await service.sql('delete from changes');

/** Rows for a table that a job empties, by column; `n` is the number of the row. */
const kept: Record<string, { job: string; time: string; columns: Record<string, string | number> }> = {
  sessions: {
    job: 'expired-credentials',
    time: 'expires_at',
    columns: {
      id: `'s' || n`,
      user_id: `'${ada.id}'`,
      token_hash: `'s' || n`,
      created_at: 1,
      last_used_at: 1,
      expires_at: old,
    },
  },
  mail_tokens: {
    job: 'expired-credentials',
    time: 'expires_at',
    columns: {
      token_hash: `'t' || n`,
      email: `'ada@example.com'`,
      purpose: `'magic-link'`,
      created_at: 1,
      expires_at: old,
    },
  },
  used_openid_states: {
    job: 'expired-credentials',
    time: 'expires_at',
    columns: { nonce: `'n' || n`, expires_at: old },
  },
  security_events: {
    job: 'expired-security-events',
    time: 'created_at',
    columns: { user_id: `'${ada.id}'`, id: `'e' || n`, type: `'signIn.failed'`, created_at: old },
  },
  sent_invitations: {
    job: 'sent-invitations',
    time: 'sent_at',
    columns: {
      workspace_id: `'${workspace}'`,
      id: `'i' || n`,
      user_id: `'${ada.id}'`,
      email: `'bob@example.com'`,
      sent_at: old,
    },
  },
  idempotency_keys: {
    job: 'idempotency-keys',
    time: 'expires_at',
    columns: { user_id: `'${ada.id}'`, key: `'k' || n`, request: `'r'`, expires_at: old },
  },
  changes: {
    job: 'changes',
    time: 'created_at',
    columns: {
      workspace_id: `'${workspace}'`,
      position: 'n',
      type: `'x'`,
      user_id: `'${ada.id}'`,
      created_at: old,
    },
  },
  audit_entries: {
    job: 'expired-audit-entries',
    time: 'created_at',
    columns: {
      workspace_id: `'${workspace}'`,
      id: `'a' || n`,
      type: `'role.created'`,
      subject_id: `'x'`,
      detail: `'[]'`,
      created_at: old,
    },
  },
  webhook_events: {
    job: 'webhook-deliveries',
    time: 'created_at',
    columns: { workspace_id: `'${workspace}'`, id: `'w' || n`, body: `'{}'`, created_at: old },
  },
  uploads: {
    job: 'expired-uploads',
    time: 'expires_at',
    columns: {
      workspace_id: `'${workspace}'`,
      id: `'u' || n`,
      card_id: `'${card}'`,
      storage_key: `'${workspace}/u' || n`,
      content_type: `'text/plain'`,
      size: 1,
      created_by: `'${ada.id}'`,
      created_at: 1,
      expires_at: old,
    },
  },
};

const insert = (table: string, columns: Record<string, string | number>) =>
  service.sql(`insert into ${table} (${Object.keys(columns).join()})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select ${Object.values(columns).join()} from numbers`);

const countOf = async (from: string) =>
  Number((await service.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

for (const [table, { job, time, columns }] of Object.entries(kept)) {
  test(`${job} empties ${table} of what is old, in more than one slice, and of nothing else`, async () => {
    // The changes of the test itself are younger than any of these.
    const isOld = `${table} where ${time} <= ${old}`;
    const before = await countOf(table);
    await insert(table, columns);
    assert.equal(await countOf(isOld), rows);
    const statements = await statementsOf(service, () => service.jobs.run(job));
    assert.ok(statements >= rows / sliceSize, `${statements} statements`);
    assert.equal(await countOf(isOld), 0);
    assert.equal(await countOf(table), before);
  });
}

test('the bodies of deliveries are removed with them, in more than one slice', async () => {
  const [webhook, owner] = [`'0123456789abcdef'`, `'${workspace}'`];
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values (${owner}, ${webhook}, 'x', 'https://example.com', '', '[]', 0, 1)`);
  await insert('webhook_events', { workspace_id: owner, id: `'d' || n`, body: `'{}'`, created_at: old });
  const delivery = { event: `'x'`, state: `'failed'`, attempts: 1, created_at: old };
  for (const part of ['a', 'b']) {
    const ids = { id: `'${part}' || n`, webhook_id: webhook, event_id: `'d' || n` };
    await insert('webhook_deliveries', { workspace_id: owner, ...ids, ...delivery });
  }
  const statements = await statementsOf(service, () => service.jobs.run('webhook-deliveries'));
  assert.ok(statements >= (3 * rows) / sliceSize, `${statements} statements`);
  assert.equal(await countOf('webhook_deliveries'), 0);
  assert.equal(await countOf(`webhook_events where created_at <= ${old}`), 0);
});
