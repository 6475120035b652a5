import { counted, list } from './counts.ts';

export const someBoardsTexts = {
  label: 'Tableros',
  all: 'Todos los tableros',
  find: 'Buscar un tablero',
  none: 'Aún no hay tableros.',
  listed: list,
  others: (count: number) => counted(count, 'tablero que no puedes ver', 'tableros que no puedes ver'),
};
