import { day } from '../clock.ts';
import { NotFound } from '../errors.ts';

/**
 * How long what was deleted can be brought back. After that it addresses nothing, though it may still be stored: so a
 * board that is not shown yet, or not any more, counts as deleted so long ago.
 */
export const trashTime = 30 * day;

/** Throws `NotFound` for what has been in the trash for too long: it may be on its way out of the database. */
export function requireRestorable(deletedAt: number, now: number): void {
  if (deletedAt <= now - trashTime) throw new NotFound();
}
