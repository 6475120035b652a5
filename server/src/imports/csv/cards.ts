import type { FieldType } from '../../../../contract/field-types.ts';
import type { ColumnUse } from '../../../../contract/import-columns.ts';
import { writtenDate } from '../../base/days.ts';
import type { ImportedCard, ImportedComment, ImportedItem, ImportedValue } from '../imported-board.ts';
import { type Detail, descriptionOf } from '../reading/description.ts';
import type { FileCard } from '../reading/file-board.ts';
import type { Warnings } from '../warnings.ts';
import { amountOf } from './amounts.ts';
import { dateIn, rangeIn } from './dates.ts';
import { longestOption } from './guess.ts';
import { commentsIn, linksIn, namedLists, optionsIn, withoutPages } from './parts.ts';
import type { Column, Habits, Plan } from './plan.ts';
import type { Relatives } from './relatives.ts';
import { reached, valuesIn } from './row-values.ts';
import type { CardRow } from './rows.ts';
import { answerOf, checklistsOf, markOf, numberOf, partsOf } from './values.ts';

/** A field of the board that a column becomes. */
export interface ColumnField {
  column: Column;
  /** Its index among the fields of the board. */
  place: number;
  type: FieldType;
}

/** Where the parts of a board are found or added by name. */
export interface Places {
  labelOf: (name: string) => number;
  personOf: (name: string) => number;
}

/** What the whole table says. */
interface Known extends Habits {
  relatives: Relatives;
  /** What a checklist is called that the table does not name. */
  checklist: string;
}

type Dated = 'due' | 'start' | 'created';

const unreadable: Record<Dated, string> = {
  due: 'due dates that cannot be read left out',
  start: 'start dates that cannot be read left out',
  created: 'times of creation that cannot be read',
};

/** Reads cards from rows, once it is known what the columns become. */
export class CardReader {
  readonly #plan: Plan;
  readonly #fields: readonly ColumnField[];
  readonly #places: Places;
  readonly #warnings: Warnings;
  readonly #known: Known;
  readonly #byUse = new Map<ColumnUse, Column[]>();

  constructor(plan: Plan, fields: readonly ColumnField[], places: Places, known: Known, warnings: Warnings) {
    this.#plan = plan;
    this.#fields = fields;
    this.#places = places;
    this.#known = known;
    this.#warnings = warnings;
    for (const column of plan.columns) {
      this.#byUse.set(column.use, [...(this.#byUse.get(column.use) ?? []), column]);
    }
  }

  read(row: CardRow, list: number): FileCard {
    const { line } = row;
    const title = (row.title ?? this.#first(row, 'title')).trim();
    if (title === '') this.#warnings.add('cards without a title', 1, `line ${line}`);
    const start = this.#date(row, 'start');
    const due = this.#date(row, 'due');
    const creator = this.#first(row, 'creator').trim();
    const { relations, lines } = this.#known.relatives.of(row, (column) =>
      valuesIn(row, column).map(withoutPages),
    );
    return {
      title,
      description: this.#description(row, lines),
      list,
      labels: this.#labels(row),
      members: this.#members(row),
      dueAt: due?.end ?? null,
      startAt: start?.start ?? start?.end ?? due?.start ?? null,
      ...this.#completion(row),
      createdAt: this.#date(row, 'created')?.end ?? null,
      createdBy: creator === '' ? null : this.#person(creator),
      ...this.#archival(row),
      number: this.#number(row),
      key: this.#known.relatives.isWanted ? String(line) : null,
      relations,
      values: this.#values(row),
      checklists: this.#checklists(row),
      comments: this.#comments(row),
      attachments: [],
    };
  }

  #columns(row: CardRow, use: ColumnUse): readonly Column[] {
    return reached(this.#byUse.get(use) ?? [], row);
  }

  /** The values of all columns of a use. */
  #all(row: CardRow, use: ColumnUse): string[] {
    return this.#columns(row, use).flatMap((column) => valuesIn(row, column));
  }

  #first(row: CardRow, use: ColumnUse): string {
    return this.#all(row, use)[0] ?? '';
  }

  #person(text: string): number {
    // `Kai (48151623)`: what is in parentheses tells people apart over there.
    const name = this.#isKnown ? text.replace(/ \([^()]{1,60}\)$/, '') : text;
    return this.#places.personOf(name.trim() || text);
  }

  #labels(row: CardRow): number[] {
    const named = this.#columns(row, 'labels').flatMap((column) =>
      valuesIn(row, column).flatMap((text) => partsOf(withoutPages(text), column.separator)),
    );
    const isColoured = this.#plan.source === 'trello';
    const names = named.map((name) => (isColoured ? name.replace(/ \([a-z_ ]{1,20}\)$/, '') : name));
    return unique([...names, ...(row.labels ?? [])].map(this.#places.labelOf));
  }

  /** Names and addresses belong together if there are as many of both. */
  #members(row: CardRow): number[] {
    const named = this.#columns(row, 'members').flatMap((column) =>
      valuesIn(row, column).flatMap((text) => partsOf(withoutPages(text), column.separator)),
    );
    const emails = this.#all(row, 'member-emails').flatMap((text) => partsOf(text));
    if (emails.length > 0 && named.length > emails.length) {
      const kind = 'members without an address, in rows where others have one, left out';
      this.#warnings.add(kind, named.length - emails.length, `line ${row.line}: ${named.join(', ')}`);
    }
    const people =
      emails.length === 0
        ? named
        : emails.map((email, place) =>
            named.length === emails.length && !/[<>]/.test(`${named[place]}`)
              ? `${named[place]} <${email}>`
              : email,
          );
    return unique(people.map((name) => this.#person(name)));
  }

  #date(row: CardRow, use: Dated): { start?: number; end: number } | undefined {
    const text = this.#first(row, use);
    const found = rangeIn(text, this.#known.dayFirst);
    if (found === undefined && text !== '' && !this.#isKnown)
      this.#warnings.add(unreadable[use], 1, `line ${row.line}: ${text}`);
    return found;
  }

  /** Whether it is known which program wrote the table. */
  get #isKnown(): boolean {
    return this.#plan.source !== 'plain' && this.#plan.source !== 'own';
  }

  /** Dates of known programs that no card has a place for, such as “every Monday”. */
  #furtherDates(row: CardRow): Detail[] {
    if (!this.#isKnown) return [];
    return (['start', 'due', 'created'] as const).flatMap((use) => {
      const all = this.#columns(row, use).flatMap(({ heading: name, ...column }) =>
        valuesIn(row, column).map((value) => ({ name, value })),
      );
      const further = rangeIn(all[0]?.value ?? '', this.#known.dayFirst) ? all.slice(1) : all;
      for (const { value } of further)
        this.#warnings.note('dates kept in the descriptions', 1, `line ${row.line}: ${value}`);
      return further;
    });
  }

  #mark(row: CardRow, use: 'completed' | 'archived', kind: string) {
    const found = { isSet: false, at: null as number | null };
    for (const text of this.#all(row, use)) {
      const mark = markOf(text, this.#known.dayFirst);
      if (mark === undefined) this.#warnings.add(kind, 1, `line ${row.line}: ${text}`);
      else if (mark.isSet) Object.assign(found, { isSet: true, at: found.at ?? mark.at });
    }
    return found;
  }

  #completion(row: CardRow): Pick<ImportedCard, 'completed' | 'completedAt'> {
    if (this.#all(row, 'completed').length === 0) return {};
    const { isSet, at } = this.#mark(row, 'completed', 'times of completion that cannot be read left out');
    return { completed: isSet, completedAt: at };
  }

  #archival(row: CardRow): Pick<ImportedCard, 'archived' | 'archivedAt'> {
    const { isSet, at } = this.#mark(row, 'archived', 'marks of archived cards that cannot be read');
    return { archived: isSet, archivedAt: at };
  }

  #number(row: CardRow): number | null {
    const text = this.#first(row, 'number');
    const number = numberOf(text);
    if (number === null && text !== '')
      this.#warnings.add('card numbers that cannot be read', 1, `line ${row.line}: ${text}`);
    return number;
  }

  /** Further texts have their headings; what has no field stands in a list below. */
  #description(row: CardRow, lines: readonly Detail[]): string {
    const texts = this.#columns(row, 'description').flatMap((column, place) => {
      const text = valuesIn(row, column).join('\n\n');
      if (text === '') return [];
      return [place === 0 ? text : `**${column.name.replace(/[*\r\n]/g, ' ')}**\n\n${text}`];
    });
    const further = this.#columns(row, 'detail').flatMap((column) => {
      const value = valuesIn(row, column).map(withoutPages).join(', ');
      return value === '' ? [] : [{ name: column.name, value }];
    });
    const links = this.#columns(row, 'link').flatMap((column) =>
      valuesIn(row, column).flatMap((text) => linksIn(text, column.name)),
    );
    return descriptionOf(texts.join('\n\n'), [...this.#furtherDates(row), ...lines, ...further], links);
  }

  #checklists(row: CardRow): ImportedCard['checklists'] {
    const own = this.#columns(row, 'checklist').flatMap((column) =>
      valuesIn(row, column).flatMap((text) => {
        const listed = namedLists(text);
        if (listed) return listed;
        const lines = column.separator === ';' ? text.replaceAll(';', '\n') : text;
        return checklistsOf(lines, this.#plan.source === 'own', this.#known.checklist);
      }),
    );
    const items = (row.items ?? []).map(({ title, state, due, by }): ImportedItem => {
      const [person] = partsOf(by);
      return {
        title,
        completed: markOf(state)?.isSet === true,
        dueAt: dateIn(due, this.#known.dayFirst) ?? null,
        member: person === undefined ? null : this.#person(person),
      };
    });
    return items.length === 0 ? own : [...own, { name: 'Subitems', items }];
  }

  #comments(row: CardRow): ImportedComment[] {
    const given = this.#columns(row, 'comment').flatMap((column) =>
      valuesIn(row, column).flatMap((text) => commentsIn(text)),
    );
    return [...given, ...(row.comments ?? [])].map(({ text, by, at }) => ({
      text,
      by: by === '' ? null : this.#person(by),
      at: dateIn(at, this.#known.dayFirst) ?? null,
      editedAt: null,
    }));
  }

  #values(row: CardRow): ImportedValue[] {
    return this.#fields.flatMap(({ column, place: field, type }) => {
      const texts = valuesIn(row, column);
      if (texts.length === 0) return [];
      const value = this.#value(type, texts, column);
      if (value !== undefined) return [{ field, value }];
      if (type !== 'checkbox' || texts.some((text) => answerOf(text) === undefined)) {
        const kind = `values of “${column.name.slice(0, longestOption)}” that are not of its type left out`;
        this.#warnings.add(kind, 1, `line ${row.line}: ${texts.join(', ')}`);
      }
      return [];
    });
  }

  #value(type: FieldType, texts: readonly string[], column: Column): ImportedValue['value'] | undefined {
    const text = texts.map((each) => each.trim()).join(', ');
    switch (type) {
      case 'number':
        return amountOf(text, this.#known.decimal);
      case 'checkbox':
        return answerOf(text) === true ? true : undefined;
      case 'date': {
        const at = dateIn(text, this.#known.dayFirst);
        return at === undefined ? undefined : writtenDate(at);
      }
      case 'person': {
        const [first] = partsOf(text, column.separator);
        return first === undefined ? undefined : { person: this.#person(first) };
      }
      case 'multi-select':
        return optionsIn(texts, column);
      default:
        return text;
    }
  }
}

const unique = (places: readonly number[]): number[] => [...new Set(places)];
