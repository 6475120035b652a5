import { signal } from '@preact/signals';

/* What the user is told: kept here from the first scripts on, and filled once the stream is open (`told-stream.ts`). */

/** How many notifications the user has not read; the service counts to a bound. */
export const unread = signal(0);

/** The notification that arrived last; undefined before the first. */
export const latest = signal<unknown>(undefined);
