import type { Static } from 'typebox';
import type { EvidenceShown } from '../../contract/checklist-shapes.ts';
import type { Field } from '../../contract/field-shapes.ts';
import type { LiveBoard, LiveCard, LiveList, LiveMember } from '../../contract/live-shapes.ts';
import type { Relation as RelationShape } from '../../contract/relations.ts';
import type { Label } from '../../contract/shapes.ts';

/** The things that a board shows, each kind by id. */
export interface Entities {
  board: Static<typeof LiveBoard>;
  list: Static<typeof LiveList>;
  label: Static<typeof Label>;
  field: Field;
  member: Static<typeof LiveMember>;
  card: Static<typeof LiveCard>;
}

export const kinds = [
  'board',
  'list',
  'label',
  'field',
  'member',
  'card',
] as const satisfies (keyof Entities)[];

export type Kind = keyof Entities;

/**
 * The effect of a change on a thing as shown: some of its fields, all fields of a new one, or null if it is removed.
 * `archived` means that the thing moves to the archive, or back from it, with its contents.
 */
export type Effect = {
  [K in Kind]: { kind: K; id: string; fields: Partial<Entities[K]> | null; isNew?: true; archived?: true };
}[Kind];

/**
 * The effect of a change on something that a card's page shows and the board does not: some of its fields, all fields
 * of a new one, or null if it is removed.
 */
export type Part = { cardId: string } & (
  | { kind: 'description'; fields: { description: string | null } }
  | { kind: 'comment'; id: string; fields: { comment: string; replyTo?: string } | null; isNew?: true }
  /** Whether the user has reacted to a comment with an emoji. */
  | { kind: 'reaction'; id: string; emoji: string; fields: { own: boolean } }
  | { kind: 'checklist'; id: string; fields: { name: string } | null; isNew?: true }
  | { kind: 'item'; id: string; checklistId: string; fields: Partial<Item> | null; isNew?: true }
  | { kind: 'attachment'; id: string; fields: { originalFilename: string } | null }
  /** How the card is related to another; null if it no longer is. */
  | { kind: 'relation'; id: string; fields: Omit<Relation, 'publicId'> | null; isNew?: true }
  /** Whether the user watches the card, or the list or board of that id. */
  | { kind: 'watch'; fields: { watching: boolean } }
);

export type Relation = Static<typeof RelationShape>;

interface Item {
  title: string;
  completed: boolean;
  dueDate: string | null;
  memberPublicId: string | null;
  acceptance: boolean;
  evidence: EvidenceShown | null;
  /** Its index among the other items of its checklist. */
  index: number;
}

/** A change made by the user. It is plain data, so it can be stored beyond the lifetime of the page. */
export interface Mutation {
  /** The idempotency key of the request. */
  readonly id: string;
  /** Names the change when the user is notified that it was refused. */
  readonly title: string;
  readonly effects: readonly Effect[];
  /** The group and name of the operation in the table of routes. */
  readonly operation: readonly [group: string, name: string];
  readonly input: { params?: Record<string, string>; body?: unknown };
  readonly part?: Part;
  /** The description that is replaced, and the `ETag` it was read with. */
  readonly over?: { readonly etag: string; readonly description: string | null };
  /** Timestamp in milliseconds; until then the change can be withdrawn and is not sent. */
  readonly notBefore?: number;
}

/** The ids of everything that a mutation involves: it waits for earlier mutations that involve any of them. */
export function entitiesOf(mutation: Mutation): Set<string> {
  const { effects, input, part } = mutation;
  const named: (string | string[])[] = [];
  // Only ids count, and not what looks like one in the texts that users write.
  JSON.stringify(input, (key, value) => (/Ids?$/.test(key) && named.push(value), value));
  return new Set([
    ...effects.map(({ id }) => id),
    ...named.flat(),
    ...(part ? [part.cardId, ...('id' in part ? [part.id] : [])] : []),
    ...makes(mutation),
  ]);
}

/** The ids of what exists only because of this mutation: new things, and a text that later ones replace. */
export const makes = ({ effects, part, over }: Mutation): string[] => [
  ...effects.flatMap(({ id, isNew }) => (isNew ? [id] : [])),
  ...(part && 'isNew' in part && part.isNew ? [part.id] : []),
  ...(part && over ? [`text of ${part.cardId}`] : []),
];

/** A new idempotency key. `randomUUID` works on https pages only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-');
