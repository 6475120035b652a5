import { makePublicId } from '../../../contract/ids.ts';
import type { Operation } from '../../../contract/operation.ts';
import { manyLines, oneLine } from '../../../contract/text-patterns.ts';

/*
 * Generates a valid input for any operation from its schemas, so that new operations are tested automatically. The name
 * determines the meaning of an id: `listPublicId` is the id of a list.
 */

/** Ids by what they identify; `list` serves every property or parameter that expects a list. */
export interface ExampleIds {
  workspace: string;
  otherWorkspace: string;
  board: string;
  list: string;
  label: string;
  view: string;
  rule: string;
  field: string;
  workspaceField: string;
  card: string;
  checklist: string;
  checklistItem: string;
  comment: string;
  question: string;
  proposal: string;
  /** Another card of the board, and a relation of the card to it. */
  otherCard: string;
  relation: string;
  codeLink: string;
  attachment: string;
  member: string;
  targetMember: string;
  bot: string;
  role: string;
  webhook: string;
  codeHost: string;
  group: string;
  delivery: string;
  channel: string;
  channelDelivery: string;
  import: string;
  /** The account of the other person. */
  account: string;
}

export type IdName = keyof ExampleIds;

/** What is on a board, and the board itself. */
export const thingsOfBoards: readonly IdName[] = [
  'board',
  'list',
  'label',
  'field',
  'card',
  'checklist',
  'checklistItem',
  'comment',
  'question',
  'proposal',
  'otherCard',
  'relation',
  'codeLink',
  'attachment',
];

const thingNames: Record<string, IdName> = {
  targetWorkspacePublicId: 'otherWorkspace',
  sourceBoardPublicId: 'board',
  workspaceMemberPublicId: 'member',
  deliveryId: 'delivery',
  channelDeliveryId: 'channelDelivery',
  replyTo: 'comment',
  ownerMemberPublicId: 'targetMember',
  moveTo: 'list',
};

/** The kind of thing that a property or parameter expects; undefined if it is not an id. */
export function thingOf(name: string): IdName | undefined {
  const singular = name.replace(/PublicIds?$/, '');
  return thingNames[name] ?? (singular === name ? undefined : (singular as IdName));
}

/** Path parameters that are not ids. */
const otherParams: Record<string, string> = {
  code: 'tbi_0123456789',
  emoji: '👍',
  calendarToken: 'tbf_0123456789',
  feedToken: 'tbf_0123456789',
  exportPublicId: '0123456789abcdef',
  ownViewPublicId: '0123456789abcdef',
  provider: 'codehost',
  id: '1',
  keyId: '1',
  jobName: 'expired-credentials',
  queueKind: 'imports',
  sessionId: '0123456789abcdef',
  uploadPublicId: '0123456789abcdef',
  factorPublicId: '0123456789abcdef',
  workspaceSlug: 'no-such-workspace',
  boardSlug: 'no-such-board',
};

/** A passage that the texts of things contain exactly once. */
export const passage = 'Hm.';

interface Schema {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  example?: unknown;
  minLength?: number;
  minimum?: number;
  minProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Input {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** What is only valid together, which no schema says. */
const together: Record<string, Record<string, unknown>> = {
  createField: { type: 'select', options: [{ name: 'One' }], currency: undefined, max: undefined },
  createWorkspaceField: { type: 'select', options: [{ name: 'One' }], currency: undefined, max: undefined },
  // The fields of the things are texts.
  updateWorkspaceField: { type: undefined, options: undefined, currency: undefined, max: undefined },
  updateField: { type: undefined, options: undefined, currency: undefined, max: undefined },
  // Whoever asks has no second factor, and could not demand one.
  updateWorkspacePolicies: { secondFactor: false, provider: null, addresses: ['::/0', '0.0.0.0/0'] },
  createGroupRole: { provider: null, role: 'member' },
  answerQuestion: { option: undefined, text: 'Yes' },
  // Takes all that any channel takes.
  createChannel: {
    kind: 'matrix',
    url: 'https://chat.example.com/',
    token: 'text',
    room: '!room:example.com',
  },
};

const moves = (listPublicId: string) => ({ then: [{ type: 'move', listPublicId }] });

/** Things of which the name of a property says only the kind. */
const others: Record<string, (things: ExampleIds) => Record<string, unknown>> = {
  askQuestion: ({ member }) => ({ to: member }),
  createRule: ({ list }) => ({ when: { type: 'button' }, ...moves(list) }),
  updateRule: ({ list }) => ({ when: { type: 'button' }, ...moves(list) }),
  tryRule: ({ list, rule: rulePublicId, card: cardPublicId }) => ({
    rulePublicId,
    when: { type: 'button' },
    ...moves(list),
    cardPublicId,
  }),
  pressButton: ({ card: cardPublicId }) => ({ cardPublicId }),
  // One of the three alone.
  undoSession: ({ bot }) => ({ memberPublicId: bot, apiKey: undefined, undoPublicId: undefined }),
  createRelation: ({ otherCard: cardPublicId }) => ({ cardPublicId }),
};

/** `whole` includes every property, not only the required ones. */
export function exampleInput(operation: Operation, things: ExampleIds, whole = false): Input {
  const paramNames = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const example = operation.body && exampleOf('body', operation.body as Schema, things, whole);
  const named = { ...(example as object), ...together[operation.id], ...others[operation.id]?.(things) };
  const body = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return {
    params: Object.fromEntries(paramNames.map((name) => [name, paramOf(name, things)])),
    query: operation.query
      ? (exampleOf('query', operation.query as Schema, things, false) as Record<string, unknown>)
      : {},
    ...(operation.body ? { body } : {}),
  };
}

function paramOf(name: string, things: ExampleIds): string {
  const thing = thingOf(name);
  const value = otherParams[name] ?? (thing ? things[thing] : undefined);
  if (value === undefined) throw new Error(`the tests do not know what the parameter ${name} addresses`);
  return value;
}

function exampleOf(name: string, schema: Schema, things: ExampleIds, whole: boolean): unknown {
  const thing = thingOf(name);
  if (schema.type === 'array') {
    return schema.items ? [exampleOf(name, schema.items, things, whole)] : [];
  }
  if (schema.type === 'object') return exampleObject(schema, things, whole);
  if (thing && thing in things) return things[thing];
  // Must be unique in every example.
  if (name === 'publicId') return makePublicId();
  if (name === 'oldText') return passage;
  if (name === 'slug') return `slug-${++counted}`;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return exampleText(schema);
}

function exampleObject(schema: Schema, things: ExampleIds, whole: boolean): Record<string, unknown> {
  const { properties = {}, required = [], minProperties = 0 } = schema;
  // `index` excludes `afterPublicId` and `beforePublicId`, and a color the picture of a cover. A `version` that nobody has
  // read is refused.
  const names = Object.keys(properties).filter(
    (name) =>
      name !== 'version' &&
      !(/^(after|before)PublicId$/.test(name) && 'index' in properties) &&
      !(name === 'attachmentPublicId' && 'colour' in properties),
  );
  const given = whole ? names : [...new Set([...required, ...names.slice(0, minProperties)])];
  return Object.fromEntries(
    given.map((each) => [each, exampleOf(each, properties[each] ?? {}, things, whole)]),
  );
}

let counted = 0;

function exampleText(schema: Schema): string {
  if (schema.format === 'email') return `someone${++counted}@example.com`;
  const isFree = !schema.format && (!schema.pattern || [oneLine, manyLines].includes(schema.pattern));
  if (typeof schema.example === 'string' && !isFree) return schema.example;
  const text = `text-${++counted}`;
  return text.padEnd(schema.minLength ?? 0, 'x');
}
