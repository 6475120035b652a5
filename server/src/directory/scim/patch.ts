import type { Filter } from 'scim2-parse-filter';
import { caps } from '../../../../contract/caps.ts';
import { ScimFailure, wrongValue } from './failure.ts';
import { comparisonsOf, parsedFilter, testOf } from './filter.ts';
import { enterpriseSchema, isObject, type Json, keyIn, type Resource } from './resource.ts';

/*
 * PATCH (RFC 7644, 3.5.2), and what directories make of it: Entra ID writes `Add` and `Replace`, puts paths into the keys of a value,
 * and sets a part of an entry that is not there; Okta sends values without a path.
 */

const mostOperations = 200;

/** Max comparisons of all filters of a request with each entry: directories name one value in each operation, or two. */
const mostComparisons = 2 * mostOperations;

/** Max attributes of an object. */
const mostAttributes = 100;

/** A resource after the operations of a request; the given one stays as it is. */
export function patched(resource: Resource, operations: Json | undefined): Resource {
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw new ScimFailure(400, `Operations must be 1 to ${mostOperations} operations`, 'invalidSyntax');
  const steps = operations.flatMap(stepsOf);
  const comparisons = steps.reduce(
    (sum, { path: { filter } }) => sum + (filter ? comparisonsOf(filter) : 0),
    0,
  );
  if (comparisons > mostComparisons)
    throw new ScimFailure(400, `The paths compare more than ${mostComparisons} values`, 'tooMany');
  const after = structuredClone(resource);
  for (const step of steps) change(after, step);
  return after;
}

type Op = 'add' | 'replace' | 'remove';

/** What is done to one attribute. */
interface Step {
  op: Op;
  path: Path;
  value: Json | undefined;
}

function stepsOf(operation: Json): Step[] {
  if (!isObject(operation)) throw new ScimFailure(400, 'An operation is an object', 'invalidSyntax');
  const of = (name: string) => operation[keyIn(operation, name)];
  const given = of('op');
  const op = typeof given === 'string' ? given.toLowerCase() : undefined;
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimFailure(400, 'op must be add, replace or remove', 'invalidSyntax');
  const [path, value] = [of('path'), of('value')];
  if (typeof path === 'string' && path.trim() !== '') return [stepOf(op, path.trim(), value)];
  if (op === 'remove') throw new ScimFailure(400, 'remove needs a path', 'noTarget');
  if (!isObject(value))
    throw new ScimFailure(400, 'value must be an object, as there is no path', 'invalidValue');
  return Object.entries(value).map(([key, each]) => stepOf(op, key, each));
}

function stepOf(op: Op, text: string, value: Json | undefined): Step {
  const path = pathFrom(text);
  if (value === undefined && op !== 'remove') throw wrongValue(`${op} needs a value`);
  return { op, path, value };
}

interface Path {
  /** The extension that the attribute is of. */
  extension: string | undefined;
  name: string;
  filter: Filter | undefined;
  part: string | undefined;
}

const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;

function pathFrom(text: string): Path {
  const wrong = new ScimFailure(400, `The path ${text.slice(0, 200)} cannot be read`, 'invalidPath');
  if (text.length > 1000) throw wrong;
  if (text.toLowerCase() === enterpriseSchema.toLowerCase())
    return { extension: undefined, name: enterpriseSchema, filter: undefined, part: undefined };
  const isExtension = text.toLowerCase().startsWith(`${enterpriseSchema.toLowerCase()}:`);
  const rest = isExtension ? text.slice(enterpriseSchema.length + 1) : text.replace(core, '');
  const [, name, filter, part] = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/i.exec(rest) ?? [];
  if (name === undefined || [name, part].some((each) => each !== undefined && each in {})) throw wrong;
  return {
    extension: isExtension ? enterpriseSchema : undefined,
    name,
    filter: filter === undefined ? undefined : parsedFilter(filter),
    part,
  };
}

function change(resource: Resource, { op, path, value }: Step): void {
  const { extension, name, filter, part } = path;
  const holder = extension === undefined ? resource : objectAt(resource, extension);
  if (filter) return changeSome(holder, op, name, filter, part, value);
  if (part === undefined) return put(holder, op, name, value);
  const key = keyIn(holder, name);
  const within = holder[key];
  // `emails.value` without a filter is that of each entry.
  if (Array.isArray(within)) for (const each of within.filter(isObject)) put(each, op, part, value);
  else put(objectAt(holder, name), op, part, value);
}

/** Sets an attribute, unless there would be more than any resource has: each is looked for among all. */
function set(object: Resource, name: string, value: Json): void {
  const key = keyIn(object, name);
  if (Array.isArray(value) && value.length > caps.membersOfWorkspace)
    throw wrongValue(`${name} must be a list of at most ${caps.membersOfWorkspace}`);
  if (!Object.hasOwn(object, key) && Object.keys(object).length >= mostAttributes)
    throw wrongValue(`At most ${mostAttributes} attributes are allowed`);
  object[key] = value;
}

/** The object that is the value of an attribute; a new one if there is none. */
function objectAt(holder: Resource, name: string): Resource {
  const known = holder[keyIn(holder, name)];
  if (isObject(known)) return known;
  const made: Resource = {};
  set(holder, name, made);
  return made;
}

function put(holder: Resource, op: Op, name: string, value: Json | undefined): void {
  const key = keyIn(holder, name);
  const before = holder[key];
  if (op === 'remove') {
    // Entra ID names the entries to remove in the value.
    if (Array.isArray(before) && value !== undefined && value !== null)
      holder[key] = without(before, listOf(value));
    else delete holder[key];
    return;
  }
  if (value === undefined) return;
  if (op === 'add' && Array.isArray(before)) {
    set(holder, key, [...before, ...without(listOf(value), before)]);
  } else if (isObject(before) && isObject(value)) {
    for (const [each, of] of Object.entries(value)) set(before, each, of);
  } else if (value === null) delete holder[key];
  else set(holder, key, value);
}

const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : [value]);

const valueOf = (entry: Json): Json => (isObject(entry) ? (entry[keyIn(entry, 'value')] ?? null) : entry);

/** The entries whose values others do not have. */
function without(entries: Json[], others: Json[]): Json[] {
  const values = new Set(others.map(valueOf));
  return entries.filter((each) => !values.has(valueOf(each)));
}

/** Changes the entries of an attribute that a filter selects. */
function changeSome(
  holder: Resource,
  op: Op,
  name: string,
  filter: Filter,
  part: string | undefined,
  value: Json | undefined,
): void {
  const key = keyIn(holder, name);
  const before = holder[key];
  const entries = Array.isArray(before) ? before : [];
  const isSelected = testOf(filter);
  const selected = entries.filter(isSelected);
  if (op === 'remove') {
    if (part === undefined) holder[key] = entries.filter((each) => !isSelected(each));
    else for (const each of selected) if (isObject(each)) delete each[keyIn(each, part)];
    return;
  }
  const changed = selected.length > 0 ? selected : [entryFor(filter)];
  if (selected.length === 0) set(holder, key, [...entries, ...changed]);
  for (const each of changed) {
    if (!isObject(each)) continue;
    if (part !== undefined) put(each, 'replace', part, value);
    else if (isObject(value)) for (const [of, to] of Object.entries(value)) set(each, of, to);
    else put(each, 'replace', 'value', value);
  }
}

/** A new entry that a filter such as `type eq "work"` would select. */
function entryFor(filter: Filter): Resource {
  if (filter.op === 'eq') return { [filter.attrPath]: filter.compValue };
  if (filter.op === 'and') return Object.assign({}, ...filter.filters.map(entryFor)) as Resource;
  throw new ScimFailure(400, 'Nothing is selected by the path', 'noTarget');
}
