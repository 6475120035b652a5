import { day } from './clock.ts';

/*
 * A former slug is in addresses that people keep. For a while it redirects to the new one, and nobody else can take it.
 */

/** How long a former slug is kept; microseconds. */
export const slugKeptFor = 90 * day;

/** Max former slugs of a workspace or a board, so that renaming it again and again does not take all names. */
export const slugsKept = 10;
