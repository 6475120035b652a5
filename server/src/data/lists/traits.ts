import type { ListLimit } from '../../../../contract/lists.ts';
import type { ContentOf } from '../../base/db/table.ts';
import type { lists } from './tables.ts';

/** What people set of a list, other than its name and place. */
export interface ListTraits {
  completes: boolean;
  colour: string | null;
  limit: ListLimit | null;
  refusesOpenChecks: boolean;
}

export const traitNames = [
  'completes',
  'colour',
  'limit',
  'refusesOpenChecks',
] as const satisfies (keyof ListTraits)[];

/** The columns that hold it. */
export type StoredTraits = Pick<
  ContentOf<typeof lists>,
  'completes' | 'colour' | 'cardLimit' | 'limitRefuses' | 'refusesOpenChecks'
>;

export const traitsOf = ({
  completes,
  colour,
  cardLimit,
  limitRefuses,
  refusesOpenChecks,
}: StoredTraits): ListTraits => ({
  completes: completes === 1,
  colour,
  limit: cardLimit === null ? null : { cards: cardLimit, mode: limitRefuses === 1 ? 'refuse' : 'warn' },
  refusesOpenChecks: refusesOpenChecks === 1,
});

export const storedTraits = ({
  completes = false,
  colour = null,
  limit = null,
  refusesOpenChecks = false,
}: Partial<ListTraits>): StoredTraits => ({
  completes: completes ? 1 : 0,
  colour,
  cardLimit: limit?.cards ?? null,
  limitRefuses: limit?.mode === 'refuse' ? 1 : 0,
  refusesOpenChecks: refusesOpenChecks ? 1 : 0,
});
