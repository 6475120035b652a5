import { sql } from 'kysely';
import type { Field, FieldThen } from '../../../../contract/field-shapes.ts';
import { type FieldValue, foldedName } from '../../../../contract/field-types.ts';
import { seesBoard } from '../../base/access/board-permissions.ts';
import { storedValues, valuesIn } from '../../base/card-field-forms.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import { fieldsOf } from '../../data/fields/definitions.ts';
import { valueFrom } from '../../data/fields/values.ts';

/* The values of a board's own fields on a card. */

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

type Given = Readonly<Record<string, FieldValue | null>>;

const seeing = query(
  'cards.membersSeeing',
  (_db, p: OfBoard & { ids: readonly string[] }, fn) => sql<{ id: string }>`
  select m.id as id from boards b
  join members m on m.workspace_id = ${p.workspaceId} and ${fn.isIn('m.id', fn.each(p.ids))} and m.status <> 'removed'
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId} and ${seesBoard('b', p.workspaceId)}`,
);

/**
 * What a request gives of the fields of a board, by their ids and as it is stored. Throws `Invalid` for a field that is not of
 * the board, and for a value that its field does not take.
 */
export async function valuesFrom<G extends { fields?: Given }>(
  tx: Reading,
  board: OfBoard,
  given: G,
): Promise<G> {
  if (given.fields === undefined) return given;
  const [values, people] = valuesOn(await fieldsOf(tx, board), given.fields);
  const seen = await membersSeeing(tx, board, [...people.keys()]);
  for (const [id, field] of people) if (!seen.has(id)) throw unfit(field);
  return { ...given, fields: values };
}

/** The values as they are stored, and the members among them, each with its field. */
export function valuesOn(
  fields: readonly Field[],
  given: Given,
): [Given, people: ReadonlyMap<string, Field>] {
  const values: Record<string, FieldValue | null> = {};
  const people = new Map<string, Field>();
  for (const [key, value] of Object.entries(given)) {
    const field = namedBy(fields, key);
    if (!field) throw new Invalid('unknown-field', { field: 'body/fields', name: key });
    const { publicId: id, name, type } = field;
    if (Object.hasOwn(values, id)) throw new Invalid('field-repeated', { field: 'body/fields', name });
    const stored = valueFrom(field, value);
    if (stored === undefined) throw unfit(field);
    values[id] = stored;
    if (type === 'person' && typeof stored === 'string') people.set(stored, field);
  }
  return [values, people];
}

export const unfit = ({ name, type, max }: Field): Invalid =>
  new Invalid('field-takes', { field: 'body/fields', name, type, max: max ?? 0 });

/** Those of some members who can see a board. */
export async function membersSeeing(
  tx: Reading,
  { workspaceId, boardId }: OfBoard,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await tx.all(seeing, { workspaceId, boardId, ids })).map(({ id }) => id));
}

/** A field of a board by its id, or that of the workspace which it is. */
export const fieldById = (fields: readonly Field[], id: string): Field | undefined =>
  fields.find(({ publicId, workspaceFieldPublicId }) => publicId === id || workspaceFieldPublicId === id);

/** A field of a board by its id, or by its name. */
const namedBy = (fields: readonly Field[], key: string): Field | undefined =>
  fieldById(fields, key) ?? fields.find(({ name }) => foldedName(name) === foldedName(key));

/** Values with their fields, as histories have them: with the names of what was chosen, which may be renamed or deleted later. */
const shownOf = (fields: readonly Field[], values: Given): FieldThen[] =>
  fields.flatMap((field) => {
    const { publicId, name, type, options } = field;
    const value = values[publicId];
    if (value === undefined || value === null) return [];
    const text = options.length > 0 ? { text: optionNames(field, value).join(', ') } : {};
    return [{ publicId, name, type, value, ...text }];
  });

const optionNames = ({ options }: Field, value: FieldValue): string[] => {
  const chosen = Array.isArray(value) ? value : [value];
  return options.flatMap(({ publicId, name }) => (chosen.includes(publicId) ? [name] : []));
};

/** The values that differ between two states of a card, for its history. */
export async function changedValues(
  tx: Reading,
  board: OfBoard,
  before: string | null,
  after: string | null,
) {
  const [was, is] = [valuesIn(before), valuesIn(after)];
  const changed = (await fieldsOf(tx, board)).filter(
    ({ publicId }) => JSON.stringify(was[publicId]) !== JSON.stringify(is[publicId]),
  );
  return { from: shownOf(changed, was), to: shownOf(changed, is) };
}

/**
 * The values of a card that comes to another board: those whose fields have a twin of the same name and type there, with what
 * was chosen found by name; and those that are lost.
 */
export async function valuesElsewhere(tx: Reading, from: OfBoard, to: OfBoard, stored: string | null) {
  if (stored === null || from.boardId === to.boardId) return { stored, lost: [] };
  const values = valuesIn(stored);
  const [fields, there] = [await fieldsOf(tx, from), await fieldsOf(tx, to)];
  const people = fields.flatMap(({ type, publicId }) =>
    type === 'person' && typeof values[publicId] === 'string' ? [values[publicId]] : [],
  );
  const seen = await membersSeeing(tx, to, people);
  const kept: Record<string, FieldValue> = {};
  const lost = fields.filter((field) => {
    const value = values[field.publicId];
    if (value === undefined) return false;
    const twin = there.find(
      (each) => each.type === field.type && foldedName(each.name) === foldedName(field.name),
    );
    const moved = twin && valueOn(twin, field, value);
    if (!twin || moved === undefined || moved === null) return true;
    if (field.type === 'person' && !seen.has(String(moved))) return true;
    kept[twin.publicId] = moved;
    return false;
  });
  return { stored: storedValues(kept), lost: shownOf(lost, values) };
}

/** A value of a field as its twin takes it: only the options that it has. */
function valueOn(twin: Field, field: Field, value: FieldValue): FieldValue | null | undefined {
  if (field.options.length === 0) return valueFrom(twin, value);
  const names = new Set(twin.options.map(({ name }) => foldedName(name)));
  const known = optionNames(field, value).filter((name) => names.has(foldedName(name)));
  return valueFrom(twin, Array.isArray(value) ? known : (known[0] ?? null));
}
