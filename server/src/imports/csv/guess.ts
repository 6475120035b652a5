import { caps } from '../../../../contract/caps.ts';
import { type FieldType, foldedName, longestText, mostChosen } from '../../../../contract/field-types.ts';
import type { ColumnUse } from '../../../../contract/import-columns.ts';
import { emailAddress } from '../../base/email-address.ts';
import { amountOf, DecimalMark } from './amounts.ts';
import { DateOrder, dateIn } from './dates.ts';
import { optionsIn } from './parts.ts';
import type { Column } from './plan.ts';
import { answerOf } from './values.ts';
import { ofAll, plainly } from './words.ts';

/** Max characters of an option. */
export const longestOption = 60;

/** So few different values are a choice if they repeat. */
const fewOptions = 20;
const enoughValues = 5;

/** Columns of these names are choices even if few rows have them. */
const choices = [
  ...'priority status type stage severity size phase resolution environment risk impact'.split(' '),
  ...'sprint iteration milestone epic quarter team cycle category'.split(' '),
  ...ofAll('choices'),
];

const namesChoice = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${choices.map((each) => RegExp.escape(each)).join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);

const tests = {
  // Telephone numbers begin with a plus.
  number: (text: string) => !text.startsWith('+') && amountOf(text) !== undefined,
  checkbox: (text: string) => answerOf(text) !== undefined,
  date: (text: string) => dateIn(text, false) !== undefined || dateIn(text, true) !== undefined,
  link: (text: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(text) && URL.canParse(text),
  person: (text: string) => emailAddress(text) !== undefined,
};

type Tested = keyof typeof tests;

/** Longer texts are no list of options that a value may have. */
const longestList = mostChosen * (longestOption + 2);

/** Different options by their folded form, as long as there are no more than a field may have. */
class Options {
  readonly all = new Map<string, string>();
  fit = true;
  /** Whether none is written in two ways. */
  isExact = true;

  add(options: readonly string[]): void {
    for (const option of options) {
      if (!this.fit) return;
      const known = this.all.get(foldedName(option)) ?? option;
      this.isExact &&= known === option;
      if (option.length > longestOption) this.fit = false;
      else this.all.set(foldedName(option), known);
      this.fit &&= this.all.size <= caps.optionsOfField;
    }
  }

  /** Those of one value. */
  addList(options: readonly string[]): void {
    if (options.length > mostChosen) this.fit = false;
    this.add(options);
  }
}

/** What the values of a column have in common; holds a bounded number of them. */
export class ColumnValues {
  count = 0;
  #could = new Set(Object.keys(tests) as Tested[]);
  readonly samples: string[] = [];
  readonly order = new DateOrder();
  readonly decimals = new DecimalMark();
  /** Whole values, as options of a field of one, and their parts, as those of a field of several. */
  readonly #whole = new Options();
  readonly #parts = new Options();
  #isLong = false;
  #isTrue = false;
  /** Whether a number, an answer and a day are written as exports of this service write them. */
  readonly #exact = { number: true, checkbox: true, date: true };

  /** `texts` are the values of one row. */
  see(texts: readonly string[], column: Column): void {
    for (const text of texts) {
      this.count++;
      if (this.samples.length < 5 && !this.samples.includes(text)) this.samples.push(text);
      for (const type of this.#could) if (!tests[type](text)) this.#could.delete(type);
      this.#isTrue ||= answerOf(text) === true;
      this.order.see(text);
      this.decimals.see(text);
      this.#seeExact(text);
      this.#isLong ||= isLong(text);
    }
    this.#whole.add(texts);
    if (texts.some((text) => text.length > longestList)) this.#parts.fit = false;
    if (this.#parts.fit) this.#parts.addList(optionsIn(texts, column));
  }

  #seeExact(text: string): void {
    this.#exact.number &&= String(Number(text)) === text;
    this.#exact.checkbox &&= text === 'yes';
    this.#exact.date &&= /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text);
  }

  could(type: Tested): boolean {
    return this.count > 0 && this.#could.has(type);
  }

  /** Whether its values can be the options of a field of a type. */
  canChoose(type: 'select' | 'multi-select'): boolean {
    return this.#of(type).fit;
  }

  options(type: 'select' | 'multi-select'): string[] {
    return [...this.#of(type).all.values()];
  }

  #of(type: 'select' | 'multi-select'): Options {
    return type === 'select' ? this.#whole : this.#parts;
  }

  /** Whether its texts are too long for a field. */
  get isLong(): boolean {
    return this.#isLong;
  }

  /**
   * The type of field for a column; undefined if no field takes its values, and null if there is nothing to store. With
   * `isExact`, each value of the field must be the same text again.
   */
  guess({ name, places }: Column, isExact: boolean): FieldType | null | undefined {
    const is = (type: 'number' | 'checkbox' | 'date') => this.could(type) && (this.#exact[type] || !isExact);
    if (this.count === 0) return null;
    if (is('checkbox') && !this.could('number')) return this.#isTrue ? 'checkbox' : null;
    if (this.#isLong) return undefined;
    const isListed = !isExact && this.samples.some((text) => /^\[.*\]$/.test(text));
    if (places.length > 1 || isListed) return this.#parts.fit ? 'multi-select' : 'text';
    if (!isExact && namesChoice.test(plainly(name)) && !this.could('date') && this.#areFew) return 'select';
    if (is('number')) return 'number';
    if (is('date')) return 'date';
    if (this.could('link')) return 'link';
    if (this.could('person') && !isExact) return 'person';
    const doRepeat = this.count >= enoughValues && 2 * this.#whole.all.size <= this.count;
    return this.#areFew && doRepeat && (this.#whole.isExact || !isExact) ? 'select' : 'text';
  }

  get #areFew(): boolean {
    return this.#whole.fit && this.#whole.all.size <= fewOptions;
  }

  /** What a column may become, for people to choose from. */
  get uses(): readonly ColumnUse[] {
    return [
      ...alwaysPossible,
      ...(this.could('date') || this.count === 0 ? datesPossible : []),
      ...(this.could('checkbox') ? (['archived', 'field-checkbox'] as const) : []),
      ...(this.could('number') ? (['field-number'] as const) : []),
      ...(this.could('link') ? (['field-link'] as const) : []),
      ...(this.#whole.fit ? (['field-select'] as const) : []),
      ...(this.#parts.fit ? (['field-multi-select'] as const) : []),
    ];
  }
}

/** A character has at most two units: what has more than twice as many is not taken apart, which would take much memory. */
const isLong = (text: string): boolean =>
  text.length > 2 * longestText ||
  (text.length > longestText && Array.from(text).length > longestText) ||
  /[\r\n\u2028\u2029]/.test(text);

const alwaysPossible: readonly ColumnUse[] = [
  'title',
  'description',
  'list',
  'labels',
  'members',
  'completed',
  'checklist',
  'comment',
  'number',
  'parent',
  'creator',
  'detail',
  'link',
  'field-text',
  'field-person',
  'leave-out',
];

const datesPossible: readonly ColumnUse[] = ['due', 'start', 'created', 'archived', 'field-date'];
