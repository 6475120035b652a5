import type { FieldThen } from '../../contract/field-shapes.ts';
import { type RelationType, relationTypes } from '../../contract/relation-types.ts';
import { localOf } from './days.ts';
import { longDay } from './formats.ts';

/* What entries of a card's history have in them: what the sentences of every language are made of. */

/** The data of a history entry. */
export interface Happened {
  fromTitle: string | null;
  toTitle: string | null;
  toDescription: string | null;
  toDueDate: string | null;
  change?: { from: unknown; to: unknown } | null;
  fromList: { name: string } | null;
  toList: { name: string } | null;
  label: { name: string } | null;
  member: { user: { id: string | null; name: string | null } } | null;
  user: { id: string };
  attachment: { originalFilename: string } | null;
}

/** What was done, once or several times, in a sentence after the name of who did it. */
export type Phrase = (all: readonly Happened[]) => string;

const nothing: Happened = {
  fromTitle: null,
  toTitle: null,
  toDescription: null,
  toDueDate: null,
  fromList: null,
  toList: null,
  label: null,
  member: null,
  user: { id: '' },
  attachment: null,
};

export const lastOf = (all: readonly Happened[]): Happened => all.at(-1) ?? nothing;
export const titleOf = ({ fromTitle, toTitle }: Happened) => toTitle ?? fromTitle;
export const fileOf = ({ attachment }: Happened) => attachment?.originalFilename;
export const nameOf = ({ member }: Happened) => member?.user.name;
export const isThemselves = ({ member, user }: Happened): boolean => member?.user.id === user.id;
export const dayOf = (at: string | null): string => (at === null ? '' : longDay(localOf(at)));

export const relationIn = (value: unknown): RelationType =>
  relationTypes.find((type) => type === (value as { type?: unknown } | null)?.type) ?? 'relates';

/** The date that a change set; null if it removed one. */
export const dateIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A value as it was then; empty for a person, who may have another name by now. */
function valueThen({ type, value, text }: FieldThen, yes: string): string {
  if (type === 'date' && typeof value === 'string')
    return dayOf(value.length === 10 ? `${value}T00:00:00.000Z` : value);
  if (type === 'checkbox') return yes;
  return text ?? (type === 'person' ? '' : String(value));
}

/** What happened to values of fields: the fields that were set, with the words for their values, and those that were cleared. */
export function fieldsOf(change: Happened['change'], yes: string) {
  const [from, to] = [change?.from, change?.to] as (FieldThen[] | undefined)[];
  return {
    set: (to ?? []).map((each) => ({ name: each.name, value: valueThen(each, yes) })),
    cleared: (from ?? [])
      .filter(({ publicId }) => !to?.some((each) => each.publicId === publicId))
      .map(({ name }) => name),
  };
}

/** A pull request that a code host told of, and who did it there; the person of the entry is whoever connected the code host. */
export const pullRequestIn = (all: readonly Happened[]) =>
  (lastOf(all).change?.to ?? {}) as { number?: number; title?: string; by?: string };
