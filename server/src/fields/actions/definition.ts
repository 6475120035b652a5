import type { Field } from '../../../../contract/field-shapes.ts';
import { type FieldType, foldedName } from '../../../../contract/field-types.ts';
import type { Writing } from '../../base/db/database.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { longestPosition, positionBetween, positionsFor } from '../../base/ordering/order.ts';
import { chosenOptions, takenAtOnce, takeOffOption } from '../../data/cards/rows.ts';
import { type GivenSettings, optionsFrom, requireFitting } from './options.ts';

/* What fields of boards and of workspaces have in common. */

export type Definition = Omit<Field, 'workspaceFieldPublicId'>;

export interface Given extends GivenSettings {
  name: string;
  type: FieldType;
  shownOnTile?: boolean;
  index?: number;
}

/** What is given of a field to change. */
export interface Changes extends Partial<Given> {
  /** The options that the caller has read. */
  knownOptions?: string[];
}

/** Others whose order key changes, if there is none left between two of them. */
type Moved = { id: string; position: string }[];

/** A new field, in its place among others. */
export function newDefinition(
  given: Given,
  others: readonly Definition[],
  now: number,
): { field: Definition; moved: Moved } {
  const { name, type, shownOnTile = true } = given;
  requireFitting(type, given);
  const { orderKey, moved } = placeAmong(others, given.index);
  const options = optionsFrom(given.options ?? [], [], now);
  const currency = type === 'money' ? (given.currency ?? 'EUR') : null;
  const max = type === 'rating' ? (given.max ?? 5) : null;
  return {
    field: { publicId: newId(now), name, type, options, currency, max, shownOnTile, orderKey },
    moved,
  };
}

/** One of some fields with what is given; throws if that does not fit it. */
export function changedBy<D extends Definition>(
  given: Changes,
  before: D,
  all: readonly D[],
  now: number,
): { field: D; moved: Moved } {
  const { type, name, currency, max, shownOnTile } = before;
  if (given.type !== undefined && given.type !== type)
    throw new Invalid('field-type-fixed', { field: 'body/type' });
  requireFitting(type, given);
  requireKnown(given, before);
  const others = all.filter((each) => each !== before);
  const stays = given.index === undefined || Math.min(given.index, others.length) === all.indexOf(before);
  const { orderKey, moved } = stays ? { ...before, moved: [] } : placeAmong(others, given.index);
  const field = {
    ...before,
    name: given.name ?? name,
    options: given.options ? optionsFrom(given.options, before.options, now) : before.options,
    currency: given.currency ?? currency,
    max: given.max ?? max,
    shownOnTile: given.shownOnTile ?? shownOnTile,
    orderKey,
  };
  return { field, moved };
}

/** Throws `Conflict` if options would go that the caller has not read. */
function requireKnown({ options, knownOptions }: Changes, before: Definition): void {
  if (knownOptions === undefined) return;
  if (goneOf(before, options).some((id) => !knownOptions.includes(id)))
    throw new Conflict('options-changed', { field: 'body/knownOptions' });
}

/** The order key for a place among other fields, which the work has locked; by default the last one. */
export function placeAmong(
  others: readonly Definition[],
  index = others.length,
): { orderKey: string; moved: Moved } {
  const at = Math.min(index, others.length);
  const position = positionBetween(others[at - 1]?.orderKey ?? null, others[at]?.orderKey ?? null);
  if (position.length <= longestPosition) return { orderKey: position, moved: [] };
  const keys = positionsFor(others.length + 1);
  const moved = others.map(({ publicId: id }, n) => ({ id, position: keys[n < at ? n : n + 1] ?? '' }));
  return { orderKey: keys[at] ?? '', moved };
}

/** Throws `Conflict` if one of the others has the name. */
export function requireName(
  others: readonly { name: string }[],
  name: string,
  code: 'field-name-taken' | 'field-name-taken-on-board' | 'workspace-field-name-taken' = 'field-name-taken',
): void {
  const folded = foldedName(name);
  if (others.some((other) => foldedName(other.name) === folded))
    throw new Conflict(code, { field: 'body/name' });
}

interface OfBoard {
  workspaceId: string;
  /** The field of a board. */
  fieldId: string;
}

/** Takes options off all cards that have them; returns whether there were any. */
export async function takeOff(tx: Writing, field: OfBoard, gone: readonly string[]): Promise<boolean> {
  if (gone.length === 0) return false;
  const chosen = await tx.all(chosenOptions, { ...field, options: gone });
  for (const { option } of chosen)
    while ((await tx.run(takeOffOption, { ...field, option })).length === takenAtOnce);
  return chosen.length > 0;
}

/** The options that a field does not have any more. */
export const goneOf = (before: Definition, left: readonly { publicId?: string }[] | undefined): string[] =>
  left === undefined
    ? []
    : before.options.flatMap(({ publicId: id }) =>
        left.some(({ publicId }) => publicId === id) ? [] : [id],
      );
