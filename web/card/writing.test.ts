import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  block,
  type Edit,
  enter,
  type Field,
  indent,
  link,
  pasted,
  ticked,
  typedAt,
  wrap,
} from './writing.ts';

/* A field is written as its text, with `[` and `]` around the selection, or `|` for the caret. */

function field(drawn: string): Field {
  const start = drawn.search(/[|⟦]/);
  const text = drawn.replace(/[|⟦⟧]/g, '');
  const end = drawn.includes('⟧') ? drawn.indexOf('⟧') - 1 : start;
  return { text, start, end };
}

function drawn({ text }: Field, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined;
  const made = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { start, end } = edit;
  return start === end
    ? `${made.slice(0, start)}|${made.slice(start)}`
    : `${made.slice(0, start)}⟦${made.slice(start, end)}⟧${made.slice(end)}`;
}

const after = (before: string, what: (given: Field) => Edit | undefined) =>
  drawn(field(before), what(field(before)));

test('marks are set around what is selected, and taken off again', () => {
  const bold = (given: Field) => wrap(given, '**');
  const italic = (given: Field) => wrap(given, '_');
  assert.equal(after('a ⟦word⟧ b', bold), 'a **⟦word⟧** b');
  assert.equal(after('a **⟦word⟧** b', bold), 'a ⟦word⟧ b');
  assert.equal(after('a | b', bold), 'a **|** b');
  assert.equal(after('**⟦word⟧**', italic), '**_⟦word⟧_**');
  assert.equal(
    after('**⟦word⟧**', (given) => wrap(given, '*')),
    '***⟦word⟧***',
  );
});

test('a selection becomes a link, over which an address is pasted or typed', () => {
  assert.equal(after('see ⟦this⟧.', link), 'see [this](|).');
  assert.equal(after('see |.', link), 'see [|]().');
  assert.equal(after('⟦https://example.org⟧', link), '[|](https://example.org)');
  const paste = (text: string) => (given: Field) => pasted(given, text);
  assert.equal(
    after('see ⟦this⟧.', paste('https://example.org/a_(b)')),
    'see [this](https://example.org/a_%28b%29)|.',
  );
  assert.equal(after('see |.', paste('https://example.org')), undefined);
  assert.equal(after('see ⟦this⟧.', paste('no address')), undefined);
  assert.equal(after('⟦https://a.example⟧', paste('https://b.example')), undefined);
});

test('lists go on with Enter, and end on an item without a text', () => {
  assert.equal(after('- one|', enter), '- one\n- |');
  assert.equal(after('9. one|', enter), '9. one\n10. |');
  assert.equal(after('  * [x] one|', enter), '  * [x] one\n  * [ ] |');
  assert.equal(after('> said|', enter), '> said\n> |');
  assert.equal(after('- one|two', enter), '- one\n- |two');
  assert.equal(after('- one\n- |', enter), '- one\n|');
  assert.equal(after('plain|', enter), undefined);
  assert.equal(after('-| one', enter), undefined, 'before the text of the item');
});

test('Tab sets an item below the one before it; where it can go no further, Tab leaves the field', () => {
  const more = (given: Field) => indent(given, false);
  const less = (given: Field) => indent(given, true);
  assert.equal(after('- one\n- two|', more), '- one\n  - two|');
  assert.equal(after('1. one\n2. two|', more), '1. one\n   2. two|');
  assert.equal(after('- one\n  - two|', more), undefined);
  assert.equal(after('- one|', more), undefined);
  assert.equal(after('plain|', more), undefined);
  assert.equal(after('- one\n  - two|', less), '- one\n- two|');
  assert.equal(after('- one|', less), undefined);
});

test('lines become lists, quotes and headings, and plain again', () => {
  assert.equal(
    after('⟦one\ntwo⟧', (given) => block(given, 'numbers')),
    '⟦1. one\n2. two⟧',
  );
  assert.equal(
    after('⟦1. one\n2. two⟧', (given) => block(given, 'tasks')),
    '⟦- [ ] one\n- [ ] two⟧',
  );
  assert.equal(
    after('⟦- one\n- two⟧', (given) => block(given, 'bullets')),
    '⟦one\ntwo⟧',
  );
  assert.equal(
    after('on|e', (given) => block(given, 'quote')),
    '> one|',
  );
});

test('a check box is ticked by one character, and nothing else is', () => {
  assert.equal(ticked('- [ ] a', 3), '- [x] a');
  assert.equal(ticked('- [X] a', 3), '- [ ] a');
  assert.equal(ticked('- [y] a', 3), undefined);
  assert.equal(ticked('moved - [ ] a', 3), undefined);
});

test('names and cards are completed where one begins to type them', () => {
  const typed = (text: string) => {
    const found = typedAt(field(text), 'WEB');
    return found && `${found.kind} ${found.query}`;
  };
  assert.equal(typed('ask @|'), 'member ');
  assert.equal(typed('ask @Ada L|'), 'member Ada L');
  assert.equal(typed('mail a@b|'), undefined);
  assert.equal(typed('see #sta|'), 'card sta');
  assert.equal(typed('see web-1|'), 'card 1');
  assert.equal(typed('ask @Ada about #ha|'), 'card ha');
  assert.equal(typed('see ABC-1|'), undefined);
  assert.equal(typed('# Heading|'), undefined);
});
