import type { LoggedChange } from '../base/changes/log.ts';
import { partsOf } from './parts.ts';

/**
 * What is told together, and so read by one statement and held at once: changes, and among them different things that may be
 * long. A comment has up to 40 kB, a checklist with its items 1 MB.
 */
const most = { changes: 100, comments: 25, checklists: 1 } as const;

/** How many of the next changes are told together: at least one, where there is any. */
export function batchLength(changes: readonly LoggedChange[]): number {
  const comments = new Set<string>();
  const checklists = new Set<string>();
  for (const [length, change] of changes.slice(0, most.changes).entries()) {
    for (const { thing } of partsOf(change)) {
      if (thing?.kind === 'comment') comments.add(thing.id);
      if (thing?.kind === 'checklist') checklists.add(thing.id);
    }
    const isFull = comments.size > most.comments || checklists.size > most.checklists;
    if (isFull && length > 0) return length;
  }
  return Math.min(changes.length, most.changes);
}
