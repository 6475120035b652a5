import { foldedName } from '../../../contract/field-types.ts';
import type { RelationType } from '../../../contract/relation-types.ts';
import { plainIn } from '../base/card-fields.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { csvBegin, csvRow } from '../base/csv.ts';
import { typeOf } from '../data/relations/stored.ts';
import type { BoardSource } from './board.ts';
import type { ExportedCard } from './cards.ts';
import { meetNamed, textsOf } from './values.ts';

const texts = plainIn('csv', ['line', 'markdown']);
const times = plainIn('csv', ['date', 'time']);

/** What a card is to others; the other way round it stands in their rows. */
const relations = {
  Parent: 'parent',
  'Blocked by': 'blocked-by',
  'Relates to': 'relates',
  Duplicates: 'duplicates',
} as const satisfies Record<string, RelationType>;

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
  ...Object.keys(relations),
  'Id',
];

/** One row per card, as CSV (RFC 4180). */
export async function* csvOf(
  boards: AsyncIterable<BoardSource>,
  fieldNames: readonly string[],
): AsyncGenerator<string> {
  const names = fieldNames.map(foldedName);
  yield csvBegin + csvRow([...columns, ...fieldNames.map(headingOf)]);
  for await (const board of boards) {
    for await (const cards of board.cards()) {
      await meetNamed(board, cards);
      yield cards.map((card) => csvRow([...fieldsOf(board, card), ...valuesOf(board, card, names)])).join('');
    }
  }
}

/** Headings are the same to an import however they are written. */
const plainly = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const taken = new Set(columns.map(plainly));

/** A field with the heading of another column is told from it. */
const headingOf = (name: string): string => (taken.has(plainly(name)) ? `${name} (field)` : name);

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
    namesText(card.labels.map((id) => labels.find((label) => label.id === id)?.name ?? '')),
    namesText(card.members.map((id) => people.nameOfMember(id))),
    ...times.map(({ textOf }) => textOf(card)),
    isoMillisOrNull(card.archivedAt ?? list?.archivedAt ?? null) ?? '',
    isoMillis(card.createdAt),
    people.nameOfUser(card.createdBy),
    card.checklists.flatMap(({ name, items }) => [name, ...items.map(itemText)]).join('\n'),
    card.attachments.map(({ filename }) => filename).join('\n'),
    ...Object.values(relations).map((type) => {
      const others = card.relations.filter((relation) => typeOf(relation) === type);
      return others.map(({ otherNumber }) => `${cardPrefix}-${otherNumber}`).join(', ');
    }),
    card.id,
  ];
}

/** Names with commas between them; as a JSON list if that would not tell where one ends. */
const namesText = (names: readonly string[]): string =>
  names.every((name) => /^[^,;|\r\n[{]*$/.test(name)) ? names.join(', ') : JSON.stringify(names);

const itemText = ({ title, completed }: { title: string; completed: boolean }): string =>
  `[${completed ? 'x' : ' '}] ${title}`;
