import type { Notification } from './notification.ts';

/* How notifications are grouped in the inbox. */

/** Kinds that wait for the reader; they come first. */
const needsReader: ReadonlySet<string> = new Set([
  'mentioned',
  'replied',
  'assigned',
  'invited',
  'security',
  'overdue',
  'due-soon',
]);

/** One row: a notification, or several on one card. The first is the newest. */
export type Row = readonly [Notification, ...Notification[]];

export interface Group {
  key: string;
  /** The board or the workspace; undefined for what needs the reader, and null for what is about the account. */
  place: NonNullable<Notification['board']> | null | undefined;
  rows: readonly Row[];
}

/** What needs the reader first, one row each; then by board, one row for each card. Groups are in the order of their newest. */
export function groupsOf(all: readonly Notification[]): Group[] {
  const urgent = all.filter(isUrgent);
  const byBoard = Map.groupBy(
    all.filter((each) => !isUrgent(each)),
    (each) => placeOf(each)?.publicId ?? '',
  );
  const groups: Group[] = [...byBoard].map(([key, those]) => ({
    key,
    place: (those[0] && placeOf(those[0])) ?? null,
    rows: rowsOf(those),
  }));
  if (urgent.length === 0) return groups;
  return [{ key: 'needs you', place: undefined, rows: urgent.map((each): Row => [each]) }, ...groups];
}

const placeOf = ({ board, workspace }: Notification): Notification['board'] => board ?? workspace;

/** What has been read no longer waits. */
const isUrgent = ({ kind, readAt, archivedAt }: Notification): boolean =>
  needsReader.has(kind) && !readAt && !archivedAt;

/** Read and unread ones are kept apart, so that a row is one or the other. */
const rowsOf = (those: readonly Notification[]): Row[] =>
  [
    ...Map.groupBy(those, ({ publicId, card, readAt }) =>
      card ? `${card.publicId} ${readAt ? 'read' : 'unread'}` : publicId,
    ).values(),
  ] as unknown as Row[];
