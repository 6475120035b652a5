import { counted, list } from './counts.ts';

export const someBoardsTexts = {
  label: 'Boards',
  all: 'Alle Boards',
  find: 'Board suchen',
  none: 'Es gibt noch keine Boards.',
  listed: list,
  others: (count: number) =>
    counted(count, 'Board, das du nicht sehen kannst', 'Boards, die du nicht sehen kannst'),
};
