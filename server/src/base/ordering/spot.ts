import { Invalid } from '../errors.ts';

/** A requested place among siblings: an index, or directly next to one of them. At most one of these is set. */
export interface Spot {
  index?: number;
  afterPublicId?: string;
  beforePublicId?: string;
}

/** Whether a request contains a place. */
export const isSpot = ({ index, afterPublicId, beforePublicId }: Spot): boolean =>
  index !== undefined || afterPublicId !== undefined || beforePublicId !== undefined;

interface Neighbour {
  id: string;
  /** The field that contains its id. */
  field: 'afterPublicId' | 'beforePublicId';
  /** Added to the neighbour's index: 1 for the place after it, 0 for the place before it. */
  offset: 0 | 1;
}

/** The sibling next to a spot; undefined if it names none. Throws `Invalid` if more than one field is set. */
export function neighbourOf({ index, afterPublicId, beforePublicId }: Spot): Neighbour | undefined {
  const given = Object.entries({ index, afterPublicId, beforePublicId }).filter(([, at]) => at !== undefined);
  const [first, second] = given.map(([name]) => name);
  if (first && second) throw new Invalid('not-together', { field: `body/${second}`, other: first });
  if (afterPublicId !== undefined) return { id: afterPublicId, field: 'afterPublicId', offset: 1 };
  if (beforePublicId !== undefined) return { id: beforePublicId, field: 'beforePublicId', offset: 0 };
  return undefined;
}
