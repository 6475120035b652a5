import { caps } from '../../../../contract/caps.ts';
import type { Field } from '../../../../contract/field-shapes.ts';
import { foldedName } from '../../../../contract/field-types.ts';
import type { Action, When } from '../../../../contract/rule-shapes.ts';
import { anyId, idLength } from '../../base/ids.ts';
import type { Slice } from '../../boards/actions/create.ts';
import { valueFrom } from '../../data/fields/values.ts';
import { type BroughtRule, bringRules } from '../../rules/actions/bring.ts';
import { bringViews, type CreateView } from '../../views/actions/views.ts';
import { type Hidden, isLists } from '../destination.ts';
import type { ImportedViewsAndRules } from '../imported-board.ts';
import type { KnownPerson } from '../people.ts';
import type { Warnings } from '../warnings.ts';

/* The saved views and the rules of an import. What they name is on the board by now, under other ids. */

/** The parts of the board, in the order of those of the import. */
interface Written {
  lists: readonly { publicId: string }[];
  labels: readonly string[];
  fields: readonly Field[];
  people: readonly (KnownPerson | undefined)[];
}

/** Runs a slice while the board is kept hidden. */
type Run = (slice: (work: Slice) => Promise<string[]>) => Promise<string[]>;

/** Writes them to a new board; one that gets lists has its own. */
export async function bringViewsAndRules(
  run: Run,
  board: Hidden,
  given: ImportedViewsAndRules,
  written: Written,
  warnings: Warnings,
): Promise<void> {
  if (isLists(board)) {
    for (const { name } of given.views) warnings.add('views left out: the board has its own', 1, name);
    for (const { name } of given.rules) warnings.add('rules left out: the board has its own', 1, name);
    return;
  }
  const known = idsOf(given.ids, written, board.id);
  const place = { workspaceId: board.workspaceId, boardId: board.id };
  const views = [true, false].flatMap((isShared) => {
    const all = given.views.filter(({ shared = false }) => shared === isShared);
    return atMost(caps.viewsOfBoard, all, 'views', warnings);
  });
  const named = given.rules.flatMap((rule) => ruleHere(rule, known, written.fields) ?? lost(rule, warnings));
  const rules = atMost(caps.rulesOfBoard, named, 'rules', warnings);
  const refused = await run(async (slice) => {
    await bringViews(
      slice,
      place,
      views.map((view) => viewHere(view, known)),
    );
    return bringRules(slice, place, rules);
  });
  for (const name of refused) warnings.add('rules that are not possible here left out', 1, name);
  warnings.add('rules that are paused until somebody sets them going', rules.length - refused.length);
}

function atMost<T extends { name: string }>(
  most: number,
  all: readonly T[],
  what: string,
  warnings: Warnings,
): T[] {
  for (const { name } of all.slice(most))
    warnings.add(`${what} beyond the ${most} of a board left out`, 1, name);
  return all.slice(0, most);
}

/** A rule that named fewer cards, or did less, would be another one. */
function lost({ name }: BroughtRule, warnings: Warnings): never[] {
  warnings.add('rules that name what did not come along left out', 1, name);
  return [];
}

/** What ids have become. */
function idsOf(
  ids: ImportedViewsAndRules['ids'],
  { lists, labels, fields, people }: Written,
  boardId: string,
): Map<string, string> {
  const known = new Map<string, string>();
  const add = (was: string | null, is: string | null | undefined) => {
    if (was !== null && is) known.set(was, is);
  };
  add(ids.board, boardId);
  for (const [place, id] of ids.lists.entries()) add(id, lists[place]?.publicId);
  for (const [place, id] of ids.labels.entries()) add(id, labels[place]);
  for (const [place, { id, workspaceId, options }] of ids.fields.entries()) {
    const field = fields[place];
    add(workspaceId, field?.publicId);
    add(id, field?.publicId);
    for (const option of options) {
      const twin = field?.options.find(({ name }) => foldedName(name) === foldedName(option.name));
      add(option.id, twin?.publicId);
    }
  }
  for (const [place, { user, member }] of ids.people.entries()) {
    const person = people[place];
    if (person?.removed) continue;
    add(user, person?.userId);
    add(member, person?.memberId);
  }
  return known;
}

type Known = ReadonlyMap<string, string>;

const textHere = (text: string, known: Known): string => text.replace(anyId, (id) => known.get(id) ?? id);

/** Views show what their reader sees: a property or a name that is gone changes nothing else. */
function viewHere(view: CreateView, known: Known): CreateView {
  const { filter, groupBy, sort, columns } = view;
  const each = (texts: readonly string[]) => texts.map((text) => textHere(text, known));
  return {
    ...view,
    ...(filter === undefined ? {} : { filter: textHere(filter, known) }),
    ...(typeof groupBy === 'string' ? { groupBy: textHere(groupBy, known) } : {}),
    ...(sort === undefined ? {} : { sort: each(sort) }),
    ...(columns === undefined ? {} : { columns: each(columns) }),
  };
}

/** Undefined if something that it names did not come along. */
function ruleHere(
  { when: whenThere, if: filter, then: actions, ...rule }: BroughtRule,
  known: Known,
  fields: readonly Field[],
): BroughtRule | undefined {
  const when = partHere(whenThere, known);
  const here = actions.flatMap((action) => actionHere(action, known, fields) ?? []);
  if (when === undefined || here.length < actions.length) return undefined;
  return { ...rule, when, if: textHere(filter, known), then: here };
}

function actionHere(given: Action, known: Known, fields: readonly Field[]): Action | undefined {
  const action = partHere(given, known);
  const { fieldPublicId, value } = action ?? {};
  if (action === undefined || value === undefined || value === null) return action;
  const field = fields.find(({ publicId }) => publicId === fieldPublicId);
  if (!field) return undefined;
  if (field.type === 'person') {
    const member = known.get(String(value));
    return member === undefined ? undefined : { ...action, value: member };
  }
  const each = (one: string) => known.get(one) ?? one;
  const here = Array.isArray(value) ? value.map(each) : typeof value === 'string' ? each(value) : value;
  return valueFrom(field, here) === undefined ? undefined : { ...action, value: here };
}

function partHere<P extends When | Action>(part: P, known: Known): P | undefined {
  const entries = Object.entries(part).map(([name, value]: [string, unknown]) => {
    if (name.endsWith('PublicId')) return [name, known.get(String(value))];
    return [name, name === 'by' ? sortedBy(String(value), known) : value];
  });
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as P);
}

/** A word, or the id of a field, with a minus sign or without; undefined if there is no such field. */
function sortedBy(by: string, known: Known): string | undefined {
  const [, sign = '', id = ''] = new RegExp(`^(-?)([0-9a-z]{${idLength}})$`).exec(by) ?? [];
  if (id === '') return by;
  const field = known.get(id);
  return field === undefined ? undefined : sign + field;
}
