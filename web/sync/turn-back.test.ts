import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, fieldNames, fieldsIn, isIn } from '../../contract/card-fields.ts';
import type { Entities } from './mutation.ts';
import { Store } from './store.ts';
import { type Change, turnBack } from './turn-back.ts';

/* Undo restores each field that the table of a card's fields has in the place “undo”. */

const samples = {
  line: ['One', 'Two'],
  markdown: ['**One**', '**Two**'],
  time: ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z'],
  date: ['2026-03-03T09:30:00.000Z', '2026-03-04T09:30:00.000Z'],
  recurrence: [
    { rule: 'FREQ=DAILY', from: 'due', timeZone: 'Europe/Vienna' },
    { rule: 'FREQ=WEEKLY', from: 'due', timeZone: 'Europe/Vienna' },
  ],
  minutes: [[60], [60, 1440]],
  values: [undefined, { stage: 'Done' }],
  cover: [{ colour: '#0d9488' }, null],
  flag: [false, true],
} as const;

const valuesOf = (which: 0 | 1): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fieldNames.map((name) => [name, samples[cardFields[name].kind][which]]));

/** Next to its cover a tile has what was chosen. */
const card = (fields: Readonly<Record<string, unknown>>) =>
  ({
    publicId: 'card',
    listPublicId: 'list',
    orderKey: 'a0',
    labelPublicIds: [],
    memberPublicIds: [],
    archivedAt: null,
    ...fields,
    coverChoice: fields.cover,
  }) as unknown as Entities['card'];

const [before, after] = [card(valuesOf(0)), card(valuesOf(1))];

function undone(change: Omit<Extract<Change, { kind: 'card' }>, 'kind' | 'id' | 'mutation' | 'archived'>) {
  const store = new Store();
  const list = { publicId: 'list', name: 'To do', orderKey: 'a0' };
  const contents = { board: { publicId: 'board' }, lists: [list], labels: [], members: [], cards: [after] };
  store.fill(contents as never);
  const changes = [{ kind: 'card', id: 'card', mutation: 'm', archived: false, ...change } as Change];
  const { mutations, left } = turnBack(store, changes, () => false, new Set());
  assert.equal(left.size, 0);
  store.setPending(mutations);
  return { shown: store.peek('card', 'card'), sent: JSON.stringify(mutations.map(({ input }) => input)) };
}

for (const name of fieldsIn('undo'))
  test(`a changed ${name} is turned back`, () => {
    const { shown, sent } = undone({ before: card({ ...after, [name]: before[name] }), after });
    assert.deepEqual(shown?.[name], before[name]);
    assert.ok(sent.includes(`"${name}":${JSON.stringify(before[name])}`), sent);
  });

test('fields that are changed together are turned back together', () => {
  const { shown } = undone({ before, after });
  const fields: Readonly<Record<string, unknown>> = { ...shown };
  const were: Readonly<Record<string, unknown>> = { ...before };
  for (const name of fieldNames.filter((each) => isIn('undo', each)))
    assert.deepEqual(fields[name], were[name], name);
});
