import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission } from './admission.ts';

const room = { size: 10, mayWait: 2, patience: 1000 };

/** Tracks which work has been admitted. */
function entered() {
  const names: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = async (admission: Admission, name: string, share: number) => {
    leave.set(name, await admission.enter(share));
    names.push(name);
  };
  return { names, enter, leave: (name: string) => leave.get(name)?.() };
}

const settled = () => new Promise(setImmediate);

test('work is let in as long as there is room for it; the rest waits, and comes in order', async () => {
  const admission = new Admission(room);
  const { names, enter, leave } = entered();
  await Promise.all([enter(admission, 'a', 6), enter(admission, 'b', 4)]);
  void enter(admission, 'c', 8);
  // It would fit earlier, but it came later.
  void enter(admission, 'd', 1);
  leave('b');
  await settled();
  assert.deepEqual(names, ['a', 'b']);
  leave('a');
  leave('a');
  await settled();
  assert.deepEqual(names, ['a', 'b', 'c', 'd']);
});

test('what is larger than the room is let in alone', async () => {
  const admission = new Admission(room);
  const { names, enter, leave } = entered();
  await enter(admission, 'large', 50);
  void enter(admission, 'small', 1);
  await settled();
  assert.deepEqual(names, ['large']);
  leave('large');
  await settled();
  assert.deepEqual(names, ['large', 'small']);
});

test('work behind too many others, or that has waited too long, is refused with a time to retry', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const admission = new Admission(room);
  const { names, enter, leave } = entered();
  await enter(admission, 'a', 8);
  const large = enter(admission, 'large', 8);
  t.mock.timers.tick(500);
  const small = enter(admission, 'small', 2);
  await assert.rejects(admission.enter(1), { status: 503, retryAfter: 2 });
  t.mock.timers.tick(500);
  await assert.rejects(large, { status: 503, retryAfter: 2 });
  await small;
  assert.deepEqual(names, ['a', 'small'], 'there was room for it once the large one had gone');
  leave('a');
  leave('small');
  await enter(admission, 'later', 10);
});

test('work that fails releases its room', async () => {
  const admission = new Admission({ ...room, size: 1 });
  await assert.rejects(
    admission.during(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await admission.during(async () => 'done'), 'done');
});
