import fc from 'fast-check';
import { fields, labels, lists, members, type PlainCard, words } from './cards.ts';

/*
 * Filters with the simplest judgement of cards that could be: a second opinion, written after `docs/filters.md` and without
 * anything of what reads filters.
 */

/** Where and when a filter is used. */
export interface Around {
  /** As an ISO 8601 time. */
  now: string;
  zone: string;
  me: string;
  /** Ids of labels, members and lists by name. */
  ids: ReadonlyMap<string, string>;
}

export interface PlainFilter {
  text: (around: Around) => string;
  passes: (card: PlainCard, around: Around) => boolean;
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const hasText = (text: string, part: string) => plain(text).includes(plain(part));

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const term = (text: string, passes: PlainFilter['passes']): PlainFilter => ({ text: () => text, passes });

const cases = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'));

const word = fc
  .oneof(
    fc.constantFrom(...words, ...labels, ...members, 'no such word', 'e', ''),
    fc.stringMatching(/^[a-zäß"\\ ]{1,3}$/),
  )
  .chain(cases)
  .map((text) =>
    term(quoted(text), (card) =>
      [`${card.title} #${card.number}`, ...card.labels, ...card.members].some((each) => hasText(each, text)),
    ),
  );

const key = fc
  .nat(12)
  .map((number) =>
    term(`WEB-${number}`, (card) => card.number === number || hasText(card.title, `WEB-${number}`)),
  );

const textOf = fc
  .tuple(
    fc.constantFrom('text', 'title', 'description'),
    fc.constantFrom(...words, 'e', 'no such').chain(cases),
  )
  .map(([of, text]) =>
    term(`${of}:${quoted(text)}`, ({ title, description }) => {
      const texts = of === 'text' ? [title, description] : [of === 'title' ? title : description];
      return texts.some((each) => hasText(each, text));
    }),
  );

const isName = (name: string, wanted: string, isPerson: boolean) =>
  plain(name) === plain(wanted) || (isPerson && plain(name).split(' ').includes(plain(wanted)));

const holdersOf = ({ claimedBy, hasLapsed }: PlainCard) => (claimedBy === '' || hasLapsed ? [] : [claimedBy]);

const namesOn: Record<string, (card: PlainCard) => readonly string[]> = {
  label: ({ labels: of }) => of,
  member: ({ members: of }) => of,
  claimed: holdersOf,
  list: ({ list }) => [list],
};

const named = fc
  .constantFrom<[string, readonly string[]]>(
    ['label', labels],
    ['member', [...members, 'Lovelace', 'fix']],
    ['claimed', [...members, 'Lovelace', 'fix']],
    ['list', lists],
  )
  .chain(([kind, all]) =>
    fc.tuple(
      fc.constant(kind),
      fc.array(fc.constantFrom(...all, 'unknown', 'fix').chain(cases), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
    ),
  )
  .map(([kind, wanted, byId]) => {
    const isPerson = kind === 'member' || kind === 'claimed';
    const idOf = (name: string, { ids }: Around) =>
      byId ? ids.get(`${isPerson ? 'member' : kind} ${name}`) : undefined;
    return {
      text: (around: Around) =>
        `${kind}:${wanted.map((each) => idOf(each, around) || quoted(each)).join(',')}`,
      passes: (card: PlainCard, around: Around) =>
        (namesOn[kind]?.(card) ?? []).some((name) =>
          wanted.some((each) =>
            idOf(each, around) === undefined ? isName(name, each, isPerson) : name === each,
          ),
        ),
    };
  });

const me = fc.constantFrom(
  { text: () => '@me', passes: (card: PlainCard, { me: name }: Around) => card.members.includes(name) },
  term('creator:me', () => true),
  {
    text: () => 'claimed:ME',
    passes: (card: PlainCard, { me: name }: Around) => holdersOf(card).includes(name),
  },
  term('@Lovelace', (card) => card.members.includes('Ada Lovelace')),
);

/** The day on which clocks of a zone show a date. */
function dayOf(date: string, zone: string): string {
  if (date.length === 10) return date;
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(date));
}

const plus = (day: string, days: number, months = 0): string => {
  const at = new Date(`${day}T00:00:00Z`);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const date = Math.min(at.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return new Date(Date.UTC(year, month, date + days)).toISOString().slice(0, 10);
};

/** Whether a day is meant, given today. */
type Days = [text: string, isMeant: (day: string, today: string) => boolean];

const monday = (today: string) => plus(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));

const dates: Days[] = [
  ['today', (day, today) => day === today],
  ['tomorrow', (day, today) => day === plus(today, 1)],
  ['yesterday', (day, today) => day === plus(today, -1)],
  ['week', (day, today) => day >= monday(today) && day <= plus(monday(today), 6)],
  ['month', (day, today) => day.slice(0, 7) === today.slice(0, 7)],
  ['2026-06-17', (day) => day === '2026-06-17'],
  ['2026-07', (day) => day.startsWith('2026-07')],
  ['2026', (day) => day.startsWith('2026')],
  ['<2026-06-17', (day) => day < '2026-06-17'],
  ['<=2026-06-17', (day) => day <= '2026-06-17'],
  ['>2026-06-17', (day) => day > '2026-06-17'],
  ['>=2026-06-17', (day) => day >= '2026-06-17'],
  ['2026-06-16..2026-06-24', (day) => day >= '2026-06-16' && day <= '2026-06-24'],
  ['today..', (day, today) => day >= today],
  ['..1w', (day, today) => day <= plus(today, 7)],
  ['7d', (day, today) => day >= today && day <= plus(today, 7)],
  ['-2d', (day, today) => day <= today && day >= plus(today, -2)],
  ['<7d', (day, today) => day <= plus(today, 7)],
  ['<=7d', (day, today) => day <= plus(today, 7)],
  ['>1w', (day, today) => day > plus(today, 7)],
  ['>=1w', (day, today) => day >= plus(today, 7)],
  ['>-2d', (day, today) => day >= plus(today, -2)],
  ['<-2d', (day, today) => day < plus(today, -2)],
  ['<1m', (day, today) => day <= plus(today, 0, 1)],
];

const date = fc
  .tuple(
    fc.constantFrom('due', 'start', 'created'),
    fc.array(fc.constantFrom(...dates), { minLength: 1, maxLength: 2 }),
  )
  .map(([of, some]) =>
    term(`${of}:${some.map(([text]) => text).join(',')}`, (card, { now, zone }) => {
      const at = of === 'due' ? card.due : of === 'start' ? card.start : card.created;
      return at !== '' && some.some(([, isMeant]) => isMeant(dayOf(at, zone), dayOf(now, zone)));
    }),
  );

const isOverdue = ({ due, done }: PlainCard, { now, zone }: Around): boolean =>
  !done && due !== '' && (due.length === 10 ? due < dayOf(now, zone) : due < now);

const state = fc.constantFrom(
  term('is:open', ({ done }) => !done),
  term('is:DONE', ({ done }) => done),
  term('is:open,done', () => true),
  term('is:overdue', isOverdue),
  term('due:overdue', isOverdue),
  term('is:archived', () => false),
  term('is:template', ({ isTemplate }) => isTemplate),
  term('is:template,open', ({ isTemplate, done }) => isTemplate || !done),
  ...['blocked', 'blocking', 'parent', 'child'].map((fact) =>
    term(`is:${fact}`, ({ is }) => is.includes(fact)),
  ),
  term('is:ready', (card, { now, zone }) => {
    const { done, isTemplate, start, is } = card;
    const hasStarted = start === '' || (start.length === 10 ? start <= dayOf(now, zone) : start <= now);
    return !done && !isTemplate && hasStarted && !is.includes('blocked') && holdersOf(card).length === 0;
  }),
  term('is:claimed', (card) => holdersOf(card).length > 0),
  term('completed:any', ({ done }) => done),
  term('completed:none', ({ done }) => !done),
  term('completed:today,<today', ({ done }) => done),
);

const things: Record<string, (card: PlainCard) => boolean> = {
  due: ({ due }) => due !== '',
  start: ({ start }) => start !== '',
  label: (card) => card.labels.length > 0,
  member: (card) => card.members.length > 0,
  description: ({ description }) => description !== '',
  attachment: () => false,
  comment: ({ comments }) => comments > 0,
  checklist: ({ items }) => items.length > 0,
  cover: ({ cover }) => cover.startsWith('#'),
  reminder: () => false,
  repeat: () => false,
};

const thing = fc.constantFrom(...Object.entries(things)).chain(([name, has]) =>
  fc.constantFrom(
    term(`has:${name}`, has),
    term(`no:${name}`, (card) => !has(card)),
    ...(['due', 'start', 'label', 'member'].includes(name)
      ? [term(`${name}:none`, (card) => !has(card)), term(`${name}:any`, has)]
      : []),
  ),
);

const numbers: [string, (number: number) => boolean][] = [
  ['1', (number) => number === 1],
  ['>1', (number) => number > 1],
  ['>=2', (number) => number >= 2],
  ['<2', (number) => number < 2],
  ['<=1.5', (number) => number <= 1.5],
  ['1..3', (number) => number >= 1 && number <= 3],
  ['..2', (number) => number <= 2],
  ['0', (number) => number === 0],
];

const count = fc
  .tuple(fc.constantFrom('number', 'items', 'comments', 'attachments'), fc.constantFrom(...numbers))
  .map(([of, [text, isMeant]]) =>
    term(`${of}:${text}`, ({ number, items, comments }) =>
      isMeant(of === 'number' ? number : of === 'items' ? items.length : of === 'comments' ? comments : 0),
    ),
  );

const items = fc.constantFrom(
  term('items:open', (card) => card.items.includes(false)),
  term('items:done', (card) => card.items.length > 0 && !card.items.includes(false)),
  term('items:none', (card) => card.items.length === 0),
);

type FieldName = keyof typeof fields;

/** A field with one or more values of a term. */
const field = <V>(
  names: readonly FieldName[],
  values: readonly [text: string, isMeant: (value: V, around: Around) => boolean][],
): fc.Arbitrary<PlainFilter> =>
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.subarray([...values], { minLength: 1, maxLength: 2 }),
      fc.constantFrom('name', 'upper', 'id'),
    )
    .map(([name, some, by]) => ({
      text: ({ ids }: Around) => {
        const key =
          by === 'id' ? (ids.get(`field ${name}`) ?? '') : by === 'upper' ? name.toUpperCase() : name;
        return `${quoted(key)}:${some.map(([text]) => text).join(',')}`;
      },
      passes: ({ values: of }: PlainCard, around: Around) => {
        const value = of[name];
        return value !== undefined && some.some(([, isMeant]) => isMeant(value as V, around));
      },
    }));

const fieldNumbers: [string, (number: number) => boolean][] = [
  ...numbers,
  ['0.1', (number) => number === 0.1],
  ['>0', (number) => number > 0],
  ['<0', (number) => number < 0],
  ['2.9999', (number) => number === 2.9999],
  ['..-1', (number) => number <= -1],
];

const options = (names: readonly string[]) =>
  names.map((name): [string, (value: string | string[]) => boolean] => [
    quoted(name),
    (value) => [value].flat().some((each) => isName(each, name, false)),
  ]);

const ownField = fc.oneof(
  field<number>(['Cost', 'Story points', 'Worth'], fieldNumbers),
  field<string>(
    ['When'],
    dates.map(([text, isMeant]) => [
      text,
      (value, { now, zone }) => isMeant(dayOf(value, zone), dayOf(now, zone)),
    ]),
  ),
  field<string | string[]>(
    ['Stage', 'Kinds'],
    options(['draft', 'IN PRINT', 'Spater', 'bug', 'Bug Fix', 'none', 'fix']),
  ),
  field<string>(
    ['Owner'],
    [
      ...[...members, 'lovelace', 'FIX', 'nobody'].map((name): [string, (value: string) => boolean] => [
        quoted(name),
        (value) => isName(value, name, true),
      ]),
      ['me', (value, { me: name }) => value === name],
    ],
  ),
  field<string>(
    ['Note', 'due'],
    [...words, 'e', 'EXAMPLE'].map((word) => [quoted(word), (value) => hasText(value, word)]),
  ),
  fc.constantFrom(
    term('Ready:yes', ({ values }) => values.Ready === true),
    term('ready:NO', ({ values }) => values.Ready !== true),
    term('Ready:true,false', () => true),
  ),
  fc.constantFrom(...(Object.keys(fields) as FieldName[])).chain((name) => {
    const [has, key] = [({ values }: PlainCard) => values[name] !== undefined, quoted(name)];
    return fc.constantFrom(
      term(`has:${key}`, has),
      term(`${key}:any`, has),
      term(`no:${key}`, (card) => !has(card)),
      term(`${key}:none`, (card) => !has(card)),
    );
  }),
);

const one = fc.oneof(
  ownField,
  ownField,
  word,
  key,
  textOf,
  named,
  named,
  me,
  date,
  date,
  state,
  thing,
  count,
  items,
);

/** A filter in parentheses wherever it has parts. */
export const plainFilter: fc.Arbitrary<PlainFilter> = fc.letrec<{ filter: PlainFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    one,
    tie('filter').map((inner) => ({
      text: (around: Around) => `-(${inner.text(around)})`,
      passes: (card: PlainCard, around: Around) => !inner.passes(card, around),
    })),
    one.map((inner) => ({
      text: (around: Around) => `-${inner.text(around)}`,
      passes: (card: PlainCard, around: Around) => !inner.passes(card, around),
    })),
    fc
      .tuple(
        fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
        fc.constantFrom(' ', ' OR ', ' or ', ' | '),
      )
      .map(([parts, between]) => ({
        text: (around: Around) => `(${parts.map((each) => each.text(around)).join(between)})`,
        passes: (card: PlainCard, around: Around) =>
          between === ' '
            ? parts.every((each) => each.passes(card, around))
            : parts.some((each) => each.passes(card, around)),
      })),
  ),
})).filter;
