import { generateNKeysBetween } from 'fractional-indexing';
import { type FieldType, type FieldValue, fieldTypes } from '../../contract/field-types.ts';
import { addCard, type MadeWorkspace } from './cards.ts';
import type { FieldedBoard, Generation } from './generation.ts';
import type { Row } from './tables.ts';
import { addWorkspace } from './workspace.ts';

/*
 * Boards that differ only in their fields: none, and two of each type, with a value on every card. Nearly all of their cards
 * have dates, from two months ago to ten months ahead.
 */

const dayMs = 86_400_000;

interface MadeField {
  id: string;
  type: FieldType;
  options: { publicId: string; name: string; colour: string }[];
}

/** Two boards of so many cards. */
export const addFielded = (g: Generation, cards: number, now: number): FieldedBoard[] =>
  addWorkspace(g, { name: 'Fields', slug: 'fields', prefix: 'FLD', people: g.people }, (workspace) =>
    [0, 2].map((ofEach) => addBoard(g, workspace, { cards, ofEach, now })),
  );

function addBoard(
  g: Generation,
  workspace: MadeWorkspace,
  { cards, ofEach, now }: { cards: number; ofEach: number; now: number },
): FieldedBoard {
  const { rows, id, size } = g;
  const of = { workspace_id: workspace.id, created_at: g.start };
  const board_id = id();
  const types = Array.from({ length: ofEach }, () => fieldTypes).flat();
  const name = `${types.length} fields`;
  const board = { name, type: 'regular', visibility: 'private', created_by: g.userId };
  rows.boards.push({ ...of, ...board, id: board_id, slug: `fields-${types.length}` });
  const labels = Array.from({ length: 6 }, () => id());
  for (const [n, label] of labels.entries())
    rows.labels.push({ ...of, id: label, board_id, name: `Label ${n}`, colour_code: '#0d9488' });
  const places = generateNKeysBetween(null, null, types.length);
  const fields = types.map((type): MadeField => ({ id: id(), type, options: optionsOf(g, type) }));
  const lists = generateNKeysBetween(null, null, size.lists).map((position, n) => {
    const list = id();
    rows.lists.push({ ...of, id: list, board_id, name: `List ${n}`, position });
    return list;
  });
  const made: FieldedBoard = { id: board_id, lists, cards: [], fields: [], values: [] };
  for (const list_id of lists)
    for (const position of generateNKeysBetween(null, null, Math.ceil(cards / lists.length))) {
      const card = addCard(g, workspace, { board_id, list_id, position }, labels);
      made.cards.push(card);
      made.values.push({ workspace_id: workspace.id, id: card, ...valuesOf(g, workspace, fields, now) });
    }
  made.fields = fields.map(({ id: field, type, options }, n) => ({
    ...of,
    id: field,
    board_id,
    type,
    name: `Field ${n} (${type})`,
    position: places[n] ?? '',
    options: options.length > 0 ? JSON.stringify(options) : null,
    settings: type === 'money' ? '{"currency":"EUR"}' : type === 'rating' ? '{"max":5}' : null,
    shown_on_tile: 1,
  }));
  return made;
}

const optionsOf = ({ id, text }: Generation, type: FieldType): MadeField['options'] =>
  type === 'select' || type === 'multi-select'
    ? Array.from({ length: 8 }, (_, n) => ({
        publicId: id(),
        name: `${text(1)} ${n}`,
        colour: n % 2 === 0 ? '#0d9488' : '#b45309',
      }))
    : [];

/** What a card has of the columns that older versions lack. */
function valuesOf(g: Generation, workspace: MadeWorkspace, fields: readonly MadeField[], now: number): Row {
  const { next } = g;
  const values = fields.map((field) => [field.id, valueOf(g, workspace, field)] as const);
  const today = Math.floor(now / 1000 / dayMs);
  const due = (today - 60 + next(365)) * dayMs * 1000;
  const hour = next(2) * 12 * 3_600_000_000;
  return {
    field_values: values.length > 0 ? JSON.stringify(Object.fromEntries(values)) : null,
    start_at: next(2) ? due - next(14) * dayMs * 1000 : null,
    due_at: next(20) ? due + hour : null,
  };
}

function valueOf(
  { next, text }: Generation,
  { members }: MadeWorkspace,
  { type, options }: MadeField,
): FieldValue {
  const option = () => options[next(options.length)]?.publicId ?? '';
  switch (type) {
    case 'text':
      return `${text(2)} ${next(10_000)}`;
    case 'number':
      return next(1_000_000) / 4;
    case 'money':
      return next(10_000_000) / 100;
    case 'date':
      return new Date(1.75e12 + next(730) * dayMs).toISOString().slice(0, 10);
    case 'select':
      return option();
    case 'multi-select':
      return [...new Set([option(), option()])];
    case 'person':
      return members[next(members.length)]?.id ?? '';
    case 'checkbox':
      return true;
    case 'link':
      return `https://example.com/${text(1)}/${next(100_000)}`;
    case 'rating':
      return 1 + next(5);
  }
}
