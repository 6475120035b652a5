import { signal } from '@preact/signals';
import type { OpenBoard } from './open.ts';

/* What is known of what the user watches; `watching.tsx` reads and changes it. */

/** The ids of the open board and of its lists that the user watches, as the service said last. */
export const watched = signal<ReadonlySet<string>>(new Set());

/** Whether the user watches something, with what was changed here and is not known to be done. */
export const isWatched = ({ parts }: OpenBoard, id: string, otherwise: boolean): boolean =>
  parts.of(id).value.findLast((part) => part.kind === 'watch')?.fields.watching ?? otherwise;
