import { Invalid } from '../errors.ts';

/** Where something is to stand among its siblings: at an index, or right next to one of them. One of these, or none. */
export interface Spot {
  index?: number;
  afterPublicId?: string;
  beforePublicId?: string;
}

/** Whether a request says where something is to stand. */
export const isSpot = ({ index, afterPublicId, beforePublicId }: Spot): boolean =>
  index !== undefined || afterPublicId !== undefined || beforePublicId !== undefined;

interface Neighbour {
  id: string;
  /** The field that named it. */
  field: 'afterPublicId' | 'beforePublicId';
  /** What is added to the number of those before a neighbour that is there: 1 behind it, 0 in front of it. */
  offset: 0 | 1;
}

/** The sibling that a spot is next to; undefined where it is next to none. Throws `Invalid` for two places at once. */
export function neighbourOf({ index, afterPublicId, beforePublicId }: Spot): Neighbour | undefined {
  const given = Object.entries({ index, afterPublicId, beforePublicId }).filter(([, at]) => at !== undefined);
  const [first, second] = given.map(([name]) => name);
  if (second) throw new Invalid(`body/${second} is not allowed together with ${first}`);
  if (afterPublicId !== undefined) return { id: afterPublicId, field: 'afterPublicId', offset: 1 };
  if (beforePublicId !== undefined) return { id: beforePublicId, field: 'beforePublicId', offset: 0 };
  return undefined;
}
