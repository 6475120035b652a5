import type { Static } from 'typebox';
import type { LiveBoard, LiveCard, LiveList, LiveMember } from '../../contract/live-shapes.ts';
import type { Label } from '../../contract/shapes.ts';

/** What a board shows, each kind by its id. */
export interface Things {
  board: Static<typeof LiveBoard>;
  list: Static<typeof LiveList>;
  label: Static<typeof Label>;
  member: Static<typeof LiveMember>;
  card: Static<typeof LiveCard>;
}

export const kinds = ['board', 'list', 'label', 'member', 'card'] as const satisfies (keyof Things)[];

export type Kind = keyof Things;

/**
 * What a change does to a thing, as it is shown: some of its fields, or all of a new one; null where it is gone. What is
 * `archived` goes to the archive, or comes back from there, with all that is in it.
 */
export type Effect = {
  [K in Kind]: { kind: K; id: string; fields: Partial<Things[K]> | null; isNew?: true; archived?: true };
}[Kind];

/**
 * What a change does to something that a card's page shows and the board does not: some of its fields, or all of a new
 * one; null where it is gone.
 */
export type Part = { cardId: string } & (
  | { kind: 'description'; fields: { description: string | null } }
  | { kind: 'comment'; id: string; fields: { comment: string } | null; isNew?: true }
  | { kind: 'checklist'; id: string; fields: { name: string } | null; isNew?: true }
  | { kind: 'item'; id: string; checklistId: string; fields: Partial<Item> | null; isNew?: true }
  | { kind: 'attachment'; id: string; fields: null }
);

interface Item {
  title: string;
  completed: boolean;
  /** Its place among the items of its checklist, as if it were not there. */
  index: number;
}

/** A change that was made here. It is plain data, so that it outlives the page. */
export interface Mutation {
  /** Names the request, so that it is carried out once. */
  readonly id: string;
  /** What it is, for whoever is told that it was refused. */
  readonly title: string;
  readonly effects: readonly Effect[];
  /** Group and name of the operation in the table of routes. */
  readonly operation: readonly [group: string, name: string];
  readonly input: { params?: Record<string, string>; body?: unknown };
  readonly part?: Part;
  /** The text that a description is written over, and no other. */
  readonly over?: { readonly etag: string; readonly description: string | null };
  /** Until then, in milliseconds, it can be taken back, and is not sent. */
  readonly notBefore?: number;
}

/** Every thing that a mutation is about: it waits for those before it that are about any of them. */
export function thingsOf(mutation: Mutation): Set<string> {
  const { effects, input, part } = mutation;
  // Texts that people write name nothing.
  const named = JSON.stringify(part ? input.params : input).match(/\b[0-9a-z]{16}\b/g) ?? [];
  return new Set([
    ...effects.map(({ id }) => id),
    ...named,
    ...(part ? [part.cardId, ...('id' in part ? [part.id] : [])] : []),
    ...makes(mutation),
  ]);
}

/** What would not be there without it: new things, and a text that others are written over. */
export const makes = ({ effects, part, over }: Mutation): string[] => [
  ...effects.flatMap(({ id, isNew }) => (isNew ? [id] : [])),
  ...(part && 'isNew' in part && part.isNew ? [part.id] : []),
  ...(part && over ? [`text of ${part.cardId}`] : []),
];

/** A name for a request. `randomUUID` is for pages on https only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-');
