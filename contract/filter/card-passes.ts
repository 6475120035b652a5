import type { Static } from 'typebox';
import type { FieldValue } from '../field-types.ts';
import type { LiveCard } from '../live-shapes.ts';
import { type Asked, type FieldTerm, type FilterField, fieldTermsOrNone } from './fields.ts';
import { fold } from './fold.ts';
import { type Candidate, foldedName, idsOf } from './known.ts';
import { bounds } from './parse.ts';
import { type Calendar, dayOf } from './ranges.ts';
import { day, holderTest, type Timed, timed, wholeDay } from './timed.ts';
import {
  type DayAt,
  type Filter,
  type Meaning,
  type Named,
  namesTemplates,
  type State,
  type Term,
  type Thing,
  type Tree,
  termsOf,
  withoutTemplates,
} from './tree.ts';

/* Tests of a card on a page: whether it passes a filter. What tiles do not have is asked of the service. */

type Card = Static<typeof LiveCard>;
type Test = (card: Card) => boolean;

/** Who reads a board, when, and what is on it. */
export interface Reader extends Calendar {
  /** Milliseconds. */
  now: number;
  /** When a day, in days since 1970, begins for the reader; milliseconds. */
  startOf: (day: number) => number;
  /** The ids of the members that the reader is. */
  me: readonly string[];
  boardId: string;
  /** The fields of the board. */
  fields: readonly FilterField[];
  candidates: (of: Named) => readonly Candidate[];
  /** The cards that pass a filter of one term which tiles do not answer; undefined until the service has answered. */
  answered: (question: string) => ReadonlySet<string> | undefined;
}

/** Whether a card passes. Names are looked up once, not for each card. */
export const cardTest = ({ tree }: Filter, reader: Reader): Test =>
  tree === null ? () => true : testOf(withoutTemplates(tree), reader, namesTemplates(tree));

function testOf(tree: Tree, reader: Reader, templates: boolean): Test {
  if (tree.kind === 'not') {
    const inner = testOf(tree.of, reader, templates);
    return (card) => !inner(card);
  }
  if (tree.kind === 'term') {
    const any = tree.any.map((meaning, index) =>
      needsAnswer(meaning) ? answerTest(questionOf(tree, index, templates), reader) : meant(meaning, reader),
    );
    return (card) => any.some((test) => test(card)) !== tree.not;
  }
  const tests = tree.of.map((each) => testOf(each, reader, templates));
  return tree.kind === 'and'
    ? (card) => tests.every((test) => test(card))
    : (card) => tests.some((test) => test(card));
}

/** What tiles do not tell of a card. */
const asked: ReadonlySet<State> = new Set<State>(['blocking', 'child']);

/** Whether a tile does not tell, so that the service must be asked. */
export const needsAnswer = (meaning: Meaning): boolean => {
  if (meaning.what === 'text') return meaning.of !== 'title';
  if (meaning.what === 'named' || meaning.what === 'me') return meaning.of === 'creator';
  if (meaning.what === 'is') return asked.has(meaning.state);
  return meaning.what === 'date' && (meaning.of === 'created' || meaning.of === 'updated');
};

/** Passes every card, and templates as well. */
const anyCard = 'is:template,open,done';

/** One value of a term, as a filter; of a filter that names templates, it passes templates as well. */
const questionOf = ({ key, values }: Term, index: number, templates: boolean): string => {
  const { text, quoted } = values[index] ?? { text: '', quoted: true };
  const question = `${key}:${quoted ? quotedValue(text) : text}`;
  const longer = `${question} ${anyCard}`;
  return templates && longer.length <= bounds.characters ? longer : question;
};

/** A value in quotation marks. */
export const quotedValue = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** What the service must be asked for a filter. */
export const questionsIn = ({ tree }: Filter): string[] => {
  const templates = namesTemplates(tree);
  return termsOf(tree).flatMap((term) =>
    term.any.flatMap((meaning, index) => (needsAnswer(meaning) ? questionOf(term, index, templates) : [])),
  );
};

function answerTest(question: string, { answered }: Reader): Test {
  const ids = answered(question);
  return ({ publicId }) => ids?.has(publicId) ?? false;
}

function meant(meaning: Meaning, reader: Reader): Test {
  const test = tests[meaning.what] as (of: Meaning, by: Reader) => Test;
  return test(meaning, reader);
}

type Of<W extends Meaning['what']> = Meaning & { what: W };

const tests: { [W in Meaning['what']]: (meaning: Of<W>, reader: Reader) => Test } = {
  words: ({ text }, reader) => wordTest(fold(text), reader),
  text: ({ text }) => {
    const wanted = fold(text);
    return (card) => foldedOn(card, card.title).includes(wanted);
  },
  named: ({ of, name }, { candidates, boardId, now }) => {
    const ids = new Set(idsOf(of, name, candidates(of)));
    if (of === 'board') return () => ids.has(boardId);
    if (of === 'claimed') return holderTest((id) => ids.has(id), now);
    return (card) => idsOn(of, card).some((id) => ids.has(id));
  },
  me: ({ of }, { me, now }) =>
    of === 'claimed'
      ? holderTest((id) => me.includes(id), now)
      : ({ memberPublicIds }) => memberPublicIds.some((id) => me.includes(id)),
  date: dateTest,
  has: ({ thing }) => has[thing],
  hasNot:
    ({ thing }) =>
    (card) =>
      !has[thing](card),
  is: ({ state }, reader) => (isTimed(state) ? timed[state](reader) : is[state]),
  count:
    ({ of, from, to }) =>
    (card) =>
      counted[of](card) >= from && counted[of](card) <= to,
  items:
    ({ are }) =>
    ({ itemCount, completedItemCount }) =>
      itemCount > 0 && completedItemCount < itemCount === (are === 'open'),
  field: (meaning, reader) => {
    const any = fieldTermsOrNone(meaning, reader.fields).map((term) => fieldTest(term, reader));
    return (card) => any.some((test) => test(card));
  },
};

const isTimed = (state: State): state is Timed => Object.hasOwn(timed, state);

const is: Record<Exclude<State, Timed>, Test> = {
  open: ({ completedAt }) => completedAt === null,
  done: ({ completedAt }) => completedAt !== null,
  archived: ({ archivedAt }) => archivedAt !== null,
  template: ({ isTemplate = false }) => isTemplate,
  blocked: ({ blocked }) => blocked === true,
  parent: ({ children }) => (children?.total ?? 0) > 0,
  // The service is asked for these.
  blocking: () => false,
  child: () => false,
};

const has: Record<Thing, Test> = {
  due: ({ dueDate }) => dueDate !== null,
  start: ({ startDate }) => startDate !== null,
  completed: ({ completedAt }) => completedAt !== null,
  label: ({ labelPublicIds }) => labelPublicIds.length > 0,
  member: ({ memberPublicIds }) => memberPublicIds.length > 0,
  description: ({ hasDescription }) => hasDescription,
  attachment: ({ attachmentCount }) => attachmentCount > 0,
  comment: ({ commentCount }) => commentCount > 0,
  checklist: ({ itemCount }) => itemCount > 0,
  cover: ({ cover }) => cover !== null,
  reminder: ({ reminders }) => reminders.length > 0,
  repeat: ({ recurrence }) => recurrence !== null,
};

const counted: Record<'number' | 'items' | 'comments' | 'attachments', (card: Card) => number> = {
  number: ({ cardNumber }) => cardNumber,
  items: ({ itemCount }) => itemCount,
  comments: ({ commentCount }) => commentCount,
  attachments: ({ attachmentCount }) => attachmentCount,
};

const idsOn = (of: Named, card: Card): readonly string[] => {
  if (of === 'label') return card.labelPublicIds;
  if (of === 'member') return card.memberPublicIds;
  return of === 'list' ? [card.listPublicId] : [];
};

/** The number in a key such as `web-12`; NaN for other words. */
export const numberOfKey = (word: string): number =>
  Number(/^\p{L}[\p{L}\d]*-(\d{1,15})$/u.exec(word)?.[1] ?? Number.NaN);

/** Cards are replaced and never mutated, so the text of one can be kept. */
const texts = new WeakMap<Card, string>();

/** In what words are looked for, in addition to names; to be folded. */
export const wordsText = (title: string, number: number): string => `${title} #${number}`;

function textOf(card: Card): string {
  const text = texts.get(card) ?? fold(wordsText(card.title, card.cardNumber));
  texts.set(card, text);
  return text;
}

const folded = new WeakMap<Card, Map<string, string>>();

/** The title or a value of a card, folded once, however many terms look into it. */
function foldedOn(card: Card, text: string): string {
  const known = folded.get(card) ?? new Map<string, string>();
  const found = known.get(text) ?? fold(text);
  folded.set(card, known.set(text, found));
  return found;
}

function wordTest(word: string, { candidates }: Reader): Test {
  const named = (of: Named) =>
    new Set(candidates(of).flatMap((each) => (foldedName(each).includes(word) ? each.id : [])));
  const [labels, members, number] = [named('label'), named('member'), numberOfKey(word)];
  return (card) =>
    textOf(card).includes(word) ||
    card.cardNumber === number ||
    card.labelPublicIds.some((id) => labels.has(id)) ||
    card.memberPublicIds.some((id) => members.has(id));
}

/** Characters of a day such as `2026-03-01`: a value of a field is one, or a time. */
const dayLength = 10;

/** Whether a date is from one day, before another: a whole day by the calendar, a time by the reader's clock. */
function daysTest(from: DayAt | null, to: DayAt | null, reader: Reader) {
  const [first, last] = [from && dayOf(from, reader), to && dayOf(to, reader)];
  const [fromDay, toDay] = [first ?? Number.NEGATIVE_INFINITY, last ?? Number.POSITIVE_INFINITY];
  const starts = typeof first === 'number' ? reader.startOf(first) : Number.NEGATIVE_INFINITY;
  const ends = typeof last === 'number' ? reader.startOf(last) : Number.POSITIVE_INFINITY;
  return (at: number, isDay: boolean): boolean =>
    isDay ? at / day >= fromDay && at / day < toDay : at >= starts && at < ends;
}

function dateTest({ of, from, to }: Of<'date'>, reader: Reader): Test {
  const isIn = daysTest(from, to, reader);
  return (card) => {
    const date = of === 'due' ? card.dueDate : of === 'start' ? card.startDate : card.completedAt;
    return date !== null && isIn(Date.parse(date), of !== 'completed' && wholeDay.test(date));
  };
}

function fieldTest({ fields, asked }: FieldTerm, reader: Reader): Test {
  const ids = fields.map(({ publicId }) => publicId);
  const isMeant = valueTest(asked, reader);
  return asked.is === 'absent'
    ? ({ fields: of = {} }) => !ids.some((id) => of[id] !== undefined)
    : (card) =>
        ids.some((id) => {
          const value = card.fields?.[id];
          if (value === undefined) return false;
          return Array.isArray(value) ? value.some((each) => isMeant(each, card)) : isMeant(value, card);
        });
}

/** Whether a value, or one of several, is what is asked for. */
function valueTest(asked: Asked, reader: Reader): (value: FieldValue, card: Card) => boolean {
  switch (asked.is) {
    case 'present':
    case 'absent':
      return () => true;
    case 'number':
      return (value) => typeof value === 'number' && value >= asked.from && value <= asked.to;
    case 'date': {
      const isIn = daysTest(asked.from, asked.to, reader);
      return (value) => isIn(Date.parse(String(value)), String(value).length === dayLength);
    }
    case 'text': {
      const wanted = fold(asked.text);
      return (value, card) => foldedOn(card, String(value)).includes(wanted);
    }
    default: {
      const ids = new Set(idsAsked(asked, reader));
      return (value) => ids.has(String(value));
    }
  }
}

function idsAsked(
  asked: Asked & { is: 'me' | 'chosen' | 'person' },
  { me, candidates }: Reader,
): readonly string[] {
  if (asked.is === 'me') return me;
  return asked.is === 'chosen' ? asked.ids : idsOf('member', asked.name, candidates('member'));
}
