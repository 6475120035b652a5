import { day } from '../clock.ts';
import { NotFound } from '../errors.ts';

/**
 * How long deleted rows can be restored. After that they cannot be addressed, though they may still be stored. A board that
 * is not shown yet, or no longer, is therefore marked as deleted that long ago.
 */
export const trashTime = 30 * day;

/** Throws `NotFound` for rows that have been in the trash for too long: they may be about to be removed. */
export function requireRestorable(deletedAt: number, now: number): void {
  if (deletedAt <= now - trashTime) throw new NotFound();
}
