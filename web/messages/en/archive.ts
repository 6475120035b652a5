import { counted, number } from './counts.ts';

/* Texts of archive and trash. */

type Kind = 'board' | 'list' | 'card' | 'attachment';

export const archiveTexts = {
  lists: 'Lists',
  cards: 'Cards',
  list: (count: number | null, archived: string) =>
    count === null ? archived : `${counted(count, 'card', 'cards')} · ${archived}`,
  listsDeleted: (count: number) => `${counted(count, 'list', 'lists')} moved to the trash`,
  inArchivedList: 'in an archived list',
  search: 'Search the archive',
  noneArchived: 'No archived cards.',
  noneFound: 'No archived cards match your search.',
  archived: (ago: string) => `archived ${ago}`,
  restore: 'Restore',
  restored: (count: number) => `${counted(count, 'item', 'items')} restored`,
  toTrash: 'Delete',
  deleted: (count: number) => `${counted(count, 'card', 'cards')} moved to the trash`,
  kinds: { board: 'Board', list: 'List', card: 'Card', attachment: 'File' } satisfies Record<Kind, string>,
  deletedBy: (name: string | undefined, ago: string, _kind: Kind) =>
    name ? `deleted by ${name} ${ago}` : `deleted ${ago}`,
  trashHint: 'You can restore deleted items for 30 days. After that, they are gone for good.',
  trashEmpty: 'The trash is empty.',
  pick: (title: string) => `Select ${title}`,
  pickAll: 'Select all',
  picked: (count: number) => `${number(count)} selected`,
  more: 'Show more',
};
