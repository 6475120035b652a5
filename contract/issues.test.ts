import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from './issue-sentence.ts';
import { issueTexts } from './issue-texts.ts';
import { type IssueTexts, issue, issueAt, issueCodes } from './issues.ts';

test('a sentence has its values: numbers with their noun, lists with commas or a word', () => {
  const text = (max: number) => issue('too-long', { field: 'body/title', max }).message;
  assert.equal(text(2), 'body/title must have at most 2 characters');
  assert.equal(text(1), 'body/title must have at most 1 character');
  assert.equal(
    issue('permissions-not-held', { permissions: ['card:edit', 'card:view'] }).message,
    'You do not hold card:edit, card:view yourself',
  );
  const changed = issue('changed-since', { field: 'body/version', changed: ['title', 'description'] });
  assert.equal(changed.message, 'body/version: title and description changed since it was read');
});

test('a value that looks like the name of another value is shown as it is', () => {
  assert.equal(sentenceOf('{a} and {b}', { a: '{b}', b: '$&' }), '{b} and $&');
});

test('an issue that moves to another place has its field there', () => {
  const moved = issueAt(issue('empty', { field: 'body/title' }), (field) => `${field}/0`);
  assert.deepEqual(moved, {
    message: 'body/title/0 must not be empty',
    code: 'empty',
    values: { field: 'body/title/0' },
  });
  assert.equal(
    issueAt(issue('busy', { seconds: 2 }), () => 'x').message,
    'The service is busy: try again in 2 s',
  );
});

test('codes are words with hyphens, and no two texts are the same', () => {
  for (const code of issueCodes) assert.match(code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  const texts = Object.values(issueTexts).filter((text) => typeof text === 'string' && text !== '{reason}');
  assert.equal(new Set(texts).size, texts.length);
});

test('a code without a text, and a text without its values, do not compile', () => {
  // @ts-expect-error: there is no such code
  assert.throws(() => issue('no-such-code'));
  // @ts-expect-error: `max` is missing
  issue('too-long', { field: 'body/title' });
  // @ts-expect-error: it has no values
  issue('not-json', { field: 'body' });
  const { busy: _, ...others } = issueTexts;
  // @ts-expect-error: a language without a text
  const lacking: IssueTexts = others;
  assert.ok(!('busy' in lacking));
});
