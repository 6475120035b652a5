import { day } from './clock.ts';

/*
 * A slug that is given up stands in addresses that people keep. It leads on, and nobody else gets it, for as long as it
 * takes to notice.
 */

/** How long a slug that was given up is kept; microseconds. */
export const slugKeptFor = 90 * day;

/** How many of them a workspace or a board keeps: whoever renames it again and again does not take all the names. */
export const slugsKept = 10;
