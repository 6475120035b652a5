import { foldedName } from '../../../contract/field-types.ts';
import { plainIn } from '../base/card-fields.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { shortened } from '../base/texts.ts';
import type { BoardSource } from './board.ts';
import type { ExportedCard } from './cards.ts';
import { peopleIn, textsOf } from './values.ts';

const texts = plainIn('csv', ['line', 'markdown']);
const times = plainIn('csv', ['date', 'time']);

const columns = [
  'Board',
  'List',
  'Number',
  ...texts.map(({ heading }) => heading),
  'Labels',
  'Members',
  ...times.map(({ heading }) => heading),
  'Archived at',
  'Created at',
  'Created by',
  'Checklists',
  'Attachments',
  'Id',
];

/** Without it, spreadsheets assume the character set of their locale. */
const byteOrderMark = '\ufeff';

/** One row per card, as CSV (RFC 4180). */
export async function* csvOf(
  boards: AsyncIterable<BoardSource>,
  fieldNames: readonly string[],
): AsyncGenerator<string> {
  const names = fieldNames.map(foldedName);
  yield byteOrderMark + rowOf([...columns, ...fieldNames.map(headingOf)]);
  for await (const board of boards) {
    for await (const cards of board.cards()) {
      await board.people.meet({
        members: cards.flatMap(({ members, fieldValues }) => [
          ...members,
          ...peopleIn(board.fields, fieldValues),
        ]),
        users: cards.map(({ createdBy }) => createdBy),
      });
      yield cards.map((card) => rowOf([...fieldsOf(board, card), ...valuesOf(board, card, names)])).join('');
    }
  }
}

/** A field with the heading of another column is told from it. */
const headingOf = (name: string): string => (columns.includes(name) ? `${name} (field)` : name);

/** The values of a card, by the names of fields. */
function valuesOf({ fields, people }: BoardSource, { fieldValues }: ExportedCard, names: readonly string[]) {
  const texts = textsOf(fields, fieldValues, people);
  return names.map((name) => texts[fields.findIndex((field) => foldedName(field.name) === name)] ?? '');
}

function fieldsOf({ settings, cardPrefix, lists, labels, people }: BoardSource, card: ExportedCard) {
  const list = lists.find(({ id }) => id === card.listId);
  return [
    settings.name,
    list?.name ?? '',
    `${cardPrefix}-${card.number}`,
    ...texts.map(({ textOf }) => textOf(card)),
    card.labels.map((id) => labels.find((label) => label.id === id)?.name ?? '').join(', '),
    card.members.map((id) => people.nameOfMember(id)).join(', '),
    ...times.map(({ textOf }) => textOf(card)),
    isoMillisOrNull(card.archivedAt ?? list?.archivedAt ?? null) ?? '',
    isoMillis(card.createdAt),
    people.nameOfUser(card.createdBy),
    card.checklists.flatMap(({ name, items }) => [name, ...items.map(itemText)]).join('\n'),
    card.attachments.map(({ filename }) => filename).join('\n'),
    card.id,
  ];
}

const itemText = ({ title, completed }: { title: string; completed: boolean }): string =>
  `[${completed ? 'x' : ' '}] ${title}`;

const rowOf = (fields: readonly string[]): string => `${fields.map(fieldOf).join(',')}\r\n`;

/** Matches what spreadsheets take for the beginning of a formula, which could send data elsewhere. */
const formula = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/**
 * The same within a field, for spreadsheets whose locale separates fields by other characters than commas: another cell or row may
 * begin there. A line that begins with “- ”, or consists of dashes, is Markdown and not a formula.
 */
const formulaWithin = /(?<=[;|\t\r\n])'*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![+-]*(?:\s|$)))/g;

/** Max characters in a cell of a spreadsheet; more would spill into the next row. */
const longest = 32_000;

function fieldOf(text: string): string {
  const within = text.replace(formulaWithin, "'$&");
  const plain = formula.test(text) ? `'${within}` : within;
  const short = shortened(plain, longest);
  return /[",\r\n]/.test(short) ? `"${short.replaceAll('"', '""')}"` : short;
}
