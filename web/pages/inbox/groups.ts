import type { Notification } from './notification.ts';

/* How notifications are grouped in the inbox. */

/** Kinds that wait for the reader; they come first. */
const needsReader: ReadonlySet<string> = new Set([
  'asked',
  'proposed',
  'mentioned',
  'replied',
  'assigned',
  'invited',
  'security',
  'overdue',
  'due-soon',
]);

/** One row: a notification, several on one card, or several security notices of one kind and day. The first is the newest. */
export type Row = readonly [Notification, ...Notification[]];

export interface Group {
  key: string;
  /** The board or the workspace; undefined for what needs the reader, and null for what is about the account. */
  place: NonNullable<Notification['board']> | null | undefined;
  rows: readonly Row[];
}

/** What needs the reader first, a row each; then by board, one row for each card. Groups are in the order of their newest. */
export function groupsOf(all: readonly Notification[]): Group[] {
  const urgent = all.filter(isUrgent);
  const byBoard = Map.groupBy(
    all.filter((each) => !isUrgent(each)),
    (each) => placeOf(each)?.publicId ?? '',
  );
  const groups: Group[] = [...byBoard].map(([key, those]) => ({
    key,
    place: (those[0] && placeOf(those[0])) ?? null,
    rows: rowsBy(those, rowOfCard),
  }));
  if (urgent.length === 0) return groups;
  return [{ key: 'needs you', place: undefined, rows: rowsBy(urgent, ownRow) }, ...groups];
}

const placeOf = ({ board, workspace }: Notification): Notification['board'] => board ?? workspace;

/** What has been read no longer waits. */
const isUrgent = ({ kind, readAt, archivedAt }: Notification): boolean =>
  needsReader.has(kind) && !readAt && !archivedAt;

const rowsBy = (those: readonly Notification[], key: (each: Notification) => string): Row[] => [
  ...(Map.groupBy(those, key).values() as Iterable<Row & Notification[]>),
];

/** Read and unread ones are kept apart, so that a row is one or the other. */
const readOrNot = ({ readAt }: Notification): string => (readAt ? 'read' : 'unread');

/** A row for each, except that security notices of one kind and one day share one. */
const ownRow = (each: Notification): string =>
  each.kind === 'security'
    ? `${each.about?.event} ${new Date(each.createdAt).toDateString()} ${readOrNot(each)}`
    : each.publicId;

const rowOfCard = (each: Notification): string =>
  each.card ? `${each.card.publicId} ${readOrNot(each)}` : ownRow(each);
