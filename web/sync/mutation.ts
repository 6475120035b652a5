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

/** What a change does to a thing, as it is shown: some of its fields, or all of a new one; null where it is gone. */
export type Effect = {
  [K in Kind]: { kind: K; id: string; fields: Partial<Things[K]> | null; isNew?: true };
}[Kind];

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
}

/** Every thing that a mutation is about: it waits for those before it that are about any of them. */
export function thingsOf({ effects, input }: Mutation): Set<string> {
  const named = JSON.stringify(input).match(/\b[0-9a-z]{16}\b/g) ?? [];
  return new Set([...effects.map(({ id }) => id), ...named]);
}

export const makes = ({ effects }: Mutation): string[] =>
  effects.flatMap(({ id, isNew }) => (isNew ? [id] : []));

/** A name for a request. `randomUUID` is for pages on https only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-');
