import { caps } from '../../../../contract/caps.ts';
import { type FieldType, foldedName, longestText } from '../../../../contract/field-types.ts';
import type { ColumnUse } from '../../../../contract/import-columns.ts';
import { emailAddress } from '../../base/email-address.ts';
import { dateIn } from './dates.ts';
import type { Column } from './plan.ts';
import { amountOf, answerOf, partsOf } from './values.ts';

/** Max characters of an option. */
export const longestOption = 60;

/** So few different values are a choice if they repeat. */
const fewOptions = 20;
const enoughValues = 5;

/** Columns of these names are choices even if few rows have them. */
const choices =
  /\b(?:priority|status|type|stage|severity|size|phase|resolution|environment|risk|impact|sprint|iteration|milestone|epic|quarter|team|cycle|category|priorität|typ)\b/i;

const tests = {
  number: (text: string) => amountOf(text) !== undefined,
  checkbox: (text: string) => answerOf(text) !== undefined,
  date: (text: string) => dateIn(text, false) !== undefined || dateIn(text, true) !== undefined,
  link: (text: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(text) && URL.canParse(text),
  person: (text: string) => emailAddress(text) !== undefined,
};

type Tested = keyof typeof tests;

/** What the values of a column have in common; holds a bounded number of them. */
export class ColumnValues {
  count = 0;
  #could = new Set(Object.keys(tests) as Tested[]);
  readonly samples: string[] = [];
  /** Different values by their folded form, as long as there are no more than a field may have options. */
  readonly options = new Map<string, string>();
  #hasMany = false;
  #isLong = false;
  #isTrue = false;
  /** Whether a number, an answer and a day are written as exports of this service write them. */
  readonly #exact = { number: true, checkbox: true, date: true, options: true };

  /** `texts` are the values of one row. */
  see(texts: readonly string[], separator: Column['separator']): void {
    for (const text of texts) {
      this.count++;
      if (this.samples.length < 5 && !this.samples.includes(text)) this.samples.push(text);
      for (const type of this.#could) if (!tests[type](text)) this.#could.delete(type);
      this.#isTrue ||= answerOf(text) === true;
      this.#seeExact(text);
      this.#isLong ||= isLong(text);
      if (this.#hasMany) continue;
      this.#addOptions(/^\[.*\]$/s.test(text) ? partsOf(text, separator) : [text]);
    }
  }

  #seeExact(text: string): void {
    this.#exact.number &&= String(Number(text)) === text;
    this.#exact.checkbox &&= text === 'yes';
    this.#exact.date &&= /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text);
  }

  #addOptions(options: readonly string[]): void {
    for (const option of options) {
      if (option.length > longestOption || this.options.size > caps.optionsOfField) this.#hasMany = true;
      else {
        const known = this.options.get(foldedName(option)) ?? option;
        this.#exact.options &&= known === option;
        this.options.set(foldedName(option), known);
      }
    }
  }

  could(type: Tested): boolean {
    return this.count > 0 && this.#could.has(type);
  }

  /** Whether its values can be the options of a field. */
  get canChoose(): boolean {
    return !this.#hasMany && this.options.size <= caps.optionsOfField;
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
    if (places.length > 1 || isListed) return this.canChoose ? 'multi-select' : 'text';
    if (!isExact && choices.test(name) && !this.could('date') && this.#areFew) return 'select';
    if (is('number')) return 'number';
    if (is('date')) return 'date';
    if (this.could('link')) return 'link';
    if (this.could('person') && !isExact) return 'person';
    const doRepeat = this.count >= enoughValues && 2 * this.options.size <= this.count;
    return this.#areFew && doRepeat && (this.#exact.options || !isExact) ? 'select' : 'text';
  }

  get #areFew(): boolean {
    return this.canChoose && this.options.size <= fewOptions;
  }

  /** What a column may become, for people to choose from. */
  get uses(): readonly ColumnUse[] {
    return [
      ...alwaysPossible,
      ...(this.could('date') || this.count === 0 ? datesPossible : []),
      ...(this.could('checkbox') ? (['archived', 'field-checkbox'] as const) : []),
      ...(this.could('number') ? (['field-number'] as const) : []),
      ...(this.could('link') ? (['field-link'] as const) : []),
      ...(this.canChoose ? (['field-select', 'field-multi-select'] as const) : []),
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
