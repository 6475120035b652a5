import { counted, list } from './counts.ts';

export const someBoardsTexts = {
  label: 'Tableaux',
  all: 'Tous les tableaux',
  find: 'Chercher un tableau',
  none: 'Il n’y a pas encore de tableaux.',
  listed: list,
  others: (count: number) =>
    counted(count, 'tableau que vous ne pouvez pas voir', 'tableaux que vous ne pouvez pas voir'),
};
