import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds, parse } from './parse.ts';
import { problemText } from './problems.ts';
import { dayOf } from './ranges.ts';
import { type Meaning, type Tree, termsOf } from './tree.ts';
import { unknownIn } from './unknown.ts';

/** A filter as it was understood, with all parentheses. */
function understood(text: string): string {
  const { filter, problem } = parse(text);
  if (problem) return `${problem.code} ${problem.position}+${problem.length}`;
  const sorts = filter.sort.map(({ by, descending }) => `sort:${descending ? '-' : ''}${by}`);
  return [...(filter.tree ? [shown(filter.tree)] : []), ...sorts].join(' ');
}

function shown(tree: Tree): string {
  if (tree.kind === 'not') return `not ${shown(tree.of)}`;
  if (tree.kind !== 'term') return `(${tree.of.map(shown).join(` ${tree.kind} `)})`;
  return `${tree.not ? 'not ' : ''}${tree.key || 'words'}[${tree.values.map(({ text }) => text).join('|')}]`;
}

test('terms stand for all of them, OR for any of them, and parentheses and minus signs as usual', () => {
  const read: Record<string, string> = {
    '': '',
    '  ': '',
    'release notes': '(words[release] and words[notes])',
    '"release notes"': 'words[release notes]',
    '"say \\"hi\\" \\\\"': 'words[say "hi" \\]',
    'label:bug -label:later': '(label[bug] and not label[later])',
    'LABEL:bug,"to do"': 'label[bug|to do]',
    '@me @"Ada Lovelace",bob': '(member[me] and member[Ada Lovelace|bob])',
    'a b OR c d': '((words[a] and words[b]) or (words[c] and words[d]))',
    'a or b | c': '(words[a] or words[b] or words[c])',
    'a (b OR c)': '(words[a] and (words[b] or words[c]))',
    'a(b)c': '(words[a] and words[b] and words[c])',
    '-(a OR -b)': 'not (words[a] or not words[b])',
    '--a': 'not not words[a]',
    'no:due': 'not no[due]',
    'a - b': '(words[a] and words[-] and words[b])',
    'a-b or-c order': '(words[a-b] and words[or-c] and words[order])',
    '"or" "a:b"': '(words[or] and words[a:b])',
    'sort:due,-updated x sort:Cost': 'words[x] sort:due sort:-updated sort:Cost',
    '"Story points":3..8': 'story points[3..8]',
    ':a @ #12': '(words[:a] and words[@] and words[#12])',
  };
  for (const [text, tree] of Object.entries(read)) assert.equal(understood(text), tree, text);
});

test('an error says what is wrong, and where', () => {
  const deep = `${'('.repeat(11)}a${')'.repeat(11)}`;
  const broken: Record<string, string> = {
    'a "b': 'unclosed-quote 2+1',
    'label:"b': 'unclosed-quote 6+1',
    'label:': 'missing-value 6+0',
    'label:a,': 'missing-value 8+0',
    'label: a': 'missing-value 6+0',
    'a (b': 'unclosed-parenthesis 2+1',
    'a b)': 'unexpected-parenthesis 3+1',
    'OR a': 'missing-term 0+0',
    'a OR': 'missing-term 4+0',
    'a OR OR b': 'missing-term 5+0',
    '()': 'missing-term 1+0',
    'a (OR b)': 'missing-term 3+0',
    '-(a': 'unclosed-parenthesis 1+1',
    'is:odd': 'unknown-value 3+3',
    'is:open,odd': 'unknown-value 8+3',
    'due:soon': 'not-a-date 4+4',
    'due:2026-02-30': 'not-a-date 4+10',
    'due:..': 'not-a-date 4+2',
    'number:x': 'not-a-number 7+1',
    'number:>': 'not-a-number 7+1',
    '(sort:due)': 'sort-inside 1+8',
    '-sort:due': 'sort-inside 0+9',
    'sort:due,start,title sort:number,a,b': 'too-many-sorts 21+15',
    [deep]: 'too-deep 10+1',
    [`${'a '.repeat(51)}`]: 'too-many-terms 100+2',
    ['a'.repeat(1001)]: 'too-long 1000+1',
  };
  for (const [text, problem] of Object.entries(broken)) assert.equal(understood(text), problem, text);
});

test('a key that is none is an error where the board has no such field', () => {
  const { filter } = parse('a Cost:>100 -(no:Stage)');
  assert.ok(filter);
  const [cost, stage] = (['Cost', 'Stage'] as const).map((name) => ({
    publicId: name,
    name,
    type: 'number' as const,
    options: [],
  }));
  assert.ok(cost && stage);
  for (const fields of [undefined, [cost, stage]]) assert.equal(unknownIn(filter, fields), undefined);
  const unknown = unknownIn(filter, [stage]);
  assert.deepEqual([unknown?.code, unknown?.position, unknown?.length], ['unknown-key', 2, 4]);
  const thing = unknownIn(filter, [cost]);
  assert.deepEqual([thing?.code, thing?.position, thing?.length], ['unknown-value', 17, 5]);
  assert.match(thing ? problemText(thing) : '', /^“Stage” is no value of “no”, which knows due, start, /);
  const sorted = parse('sort:due,nothing').filter;
  assert.ok(sorted);
  assert.deepEqual(unknownIn(sorted, [])?.position, 9);
});

/** The days that a date means, on Wednesday, 17 June 2026. */
function days(value: string): (string | null)[] {
  const [meaning] = termsOf(parse(`due:${value}`).filter?.tree ?? null)[0]?.any ?? [];
  assert.equal(meaning?.what, 'date', value);
  const { from, to } = meaning as Meaning & { what: 'date' };
  const calendar = { today: Date.UTC(2026, 5, 17) / 86_400_000, firstDay: 1 };
  return [from, to].map((at) => at && new Date(dayOf(at, calendar) * 86_400_000).toISOString().slice(0, 10));
}

test('dates are days, weeks, months, years, lengths of time from today, and ranges of them', () => {
  const read: Record<string, (string | null)[]> = {
    today: ['2026-06-17', '2026-06-18'],
    Tomorrow: ['2026-06-18', '2026-06-19'],
    yesterday: ['2026-06-16', '2026-06-17'],
    week: ['2026-06-15', '2026-06-22'],
    month: ['2026-06-01', '2026-07-01'],
    '2026-12-01': ['2026-12-01', '2026-12-02'],
    '2026-12': ['2026-12-01', '2027-01-01'],
    '2028': ['2028-01-01', '2029-01-01'],
    '<2026-12-01': [null, '2026-12-01'],
    '<=2026-12-01': [null, '2026-12-02'],
    '>2026-12-01': ['2026-12-02', null],
    '>=2026-12': ['2026-12-01', null],
    '2026-12-01..2026-12-24': ['2026-12-01', '2026-12-25'],
    'today..': ['2026-06-17', null],
    '..1w': [null, '2026-06-25'],
    '7d': ['2026-06-17', '2026-06-25'],
    '-7d': ['2026-06-10', '2026-06-18'],
    '<7d': [null, '2026-06-25'],
    '>2w': ['2026-07-02', null],
    '>-7d': ['2026-06-10', null],
    '<-7d': [null, '2026-06-10'],
    '<8m': [null, '2027-02-18'],
    '>1y': ['2027-06-18', null],
  };
  for (const [value, expected] of Object.entries(read)) assert.deepEqual(days(value), expected, value);
});

test('any text is read or refused, with a place inside it', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const parts = [
    '(',
    ')',
    '"',
    '-',
    ':',
    ',',
    ' ',
    'OR',
    '|',
    '@',
    '\\',
    '..',
    '<',
    'label:',
    'due:',
    'is:open',
    'sort:',
  ];
  const more = ['a', 'ÄÖ', '7d', '\ud83d\ude00', '\ud83d', '\u0301', '\n', 'x:y', '-', '(', '"'];
  const all = [...parts, ...more];
  for (let run = 0; run < 10_000; run++) {
    const text = Array.from({ length: random(60) }, () => all[random(all.length)] ?? '').join('');
    const { filter, problem } = parse(text);
    if (problem) {
      assert.ok(problem.position >= 0 && problem.position + problem.length <= text.length, text);
      assert.doesNotMatch(problemText(problem), /[{}]/);
    } else assert.ok(termsOf(filter.tree).length <= bounds.terms);
  }
});

test('the longest filters are read in one pass', () => {
  for (const part of [
    '(',
    '-',
    '"',
    '"a":',
    'a:',
    'a ',
    '-(',
    'a|',
    '@a,',
    '\\"',
    'due:<',
    '..',
    '((a) OR ',
    ':',
  ]) {
    const text = part.repeat(1000).slice(0, bounds.characters);
    const { filter, problem } = parse(text);
    assert.ok(filter || problem.position <= text.length, part);
  }
});
