import { number } from './counts.ts';

export const moveTexts = {
  title: (what: string) => `Mover ${what}`,
  copyTitle: (what: string) => `Copiar ${what}`,
  card: (title: string) => `«${title}»`,
  board: 'Tablero',
  list: 'Lista',
  place: (of: number) => `Posición, de 1 a ${number(of)}`,
  top: 'Arriba',
  bottom: 'Abajo',
  at: 'Posición',
  move: 'Mover',
  copy: 'Copiar',
  keep: 'Copiar también',
  kept: { labels: 'Etiquetas', members: 'Miembros', checklists: 'Checklists' },
  copied: (what: string) => `Copia hecha: ${what}`,
  listMoved: (name: string, place: number, of: number) => `${name}: movida a la posición ${place} de ${of}`,
  listTitle: (name: string) => `Mover la lista «${name}»`,
};
