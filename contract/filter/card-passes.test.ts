import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { LiveCard } from '../live-shapes.ts';
import { cardTest, questionsIn, type Reader } from './card-passes.ts';
import { bounds, parse } from './parse.ts';

const names = {
  label: [{ id: 'red', name: 'Urgent' }],
  member: [{ id: 'm1', name: 'Zoë Baker' }],
  list: [],
  board: [],
  creator: [],
  claimed: [],
};

const reader: Reader = {
  now: Date.UTC(2026, 5, 17, 12),
  today: Date.UTC(2026, 5, 17) / 86_400_000,
  firstDay: 1,
  startOf: (day) => day * 86_400_000,
  me: ['m1'],
  boardId: 'board',
  fields: [],
  candidates: (of) => names[of],
  answered: (question) => (question === 'description:"a b"' ? new Set(['asked']) : undefined),
};

const card = (fields: Partial<Static<typeof LiveCard>>) =>
  ({ title: '', cardNumber: 7, labelPublicIds: [], memberPublicIds: [], ...fields }) as Static<
    typeof LiveCard
  >;

function passes(text: string, fields: Partial<Static<typeof LiveCard>>): boolean {
  const { filter } = parse(text);
  assert.ok(filter, text);
  return cardTest(filter, reader)(card(fields));
}

test('all words must be on a card: in its title, number, labels or members, without capitals and accents', () => {
  const fields = { title: 'Crème brûlée', labelPublicIds: ['red'], memberPublicIds: ['m1'] };
  for (const text of ['creme', 'BRÛLÉE crem', 'urgent', 'zoe creme', '#7', 'WEB-7', '  ', '', '@me @zoe'])
    assert.ok(passes(text, fields), text);
  for (const text of ['cake', 'creme cake', '#8', 'WEB-8', 'baker smith', '-@me', '@baker label:none'])
    assert.ok(!passes(text, fields), text);
});

test('what tiles do not tell is asked, and passes nothing before there is an answer', () => {
  const { filter } = parse('x (description:"a b" OR -created:today) creator:me');
  assert.ok(filter);
  assert.deepEqual(questionsIn(filter), ['description:"a b"', 'created:today', 'creator:me']);
  const ofTemplates = parse('is:template description:x').filter;
  assert.deepEqual(ofTemplates && questionsIn(ofTemplates), ['description:x is:template,open,done']);
  const long = `description:${'x'.repeat(bounds.characters - 24)}`;
  const almost = parse(`${long} is:template`).filter;
  assert.deepEqual(almost && questionsIn(almost), [long]);
  assert.ok(passes('description:"a b"', { publicId: 'asked' }));
  assert.ok(!passes('description:"a b"', { publicId: 'other' }));
  assert.ok(!passes('created:today', { publicId: 'asked' }));
});
