import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../testing/database.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

test('a change that deadlocks however often it is tried is answered 503, and when to retry', {
  skip: engine === 'sqlite' && 'changes take turns there',
}, async () => {
  const service = await testService({ LOG_LEVEL: 'silent' });
  const ada = await service.signUp('ada');
  const make = () =>
    service.raw('/workspaces', {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Contended' }),
    });
  for (const code of ['40P01', '40001']) {
    await service.sql(`create sequence attempts`);
    await service.sql(`create function thwart() returns trigger language plpgsql as $$ begin
      perform nextval('attempts');
      raise exception using errcode = '${code}', message = 'thwarted';
    end $$`);
    await service.sql('create trigger thwart before insert on workspaces execute function thwart()');
    const reply = await make();
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '1'], code);
    assert.deepEqual(await reply.json(), {
      code: 'SERVICE_UNAVAILABLE',
      message: 'Service unavailable',
      issues: [],
    });
    assert.deepEqual(await service.sql('select last_value as attempts from attempts'), [{ attempts: 3 }]);
    await service.sql('drop function thwart cascade');
    await service.sql('drop sequence attempts');
  }
  await makeWorkspace(ada);
});
