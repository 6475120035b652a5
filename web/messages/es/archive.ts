import { counted, number } from './counts.ts';

export const archiveTexts = {
  lists: 'Listas',
  cards: 'Tarjetas',
  list: (count: number | null, archived: string) =>
    count === null ? archived : `${counted(count, 'tarjeta', 'tarjetas')} · ${archived}`,
  listsDeleted: (count: number) => `A la papelera: ${counted(count, 'lista', 'listas')}`,
  inArchivedList: 'en una lista archivada',
  search: 'Buscar en el archivo',
  noneArchived: 'No hay tarjetas archivadas.',
  noneFound: 'Ninguna tarjeta archivada coincide con tu búsqueda.',
  archived: (ago: string) => `archivada ${ago}`,
  restore: 'Restaurar',
  restored: (count: number) => `Restaurado: ${counted(count, 'elemento', 'elementos')}`,
  toTrash: 'Eliminar',
  deleted: (count: number) => `A la papelera: ${counted(count, 'tarjeta', 'tarjetas')}`,
  kinds: { board: 'Tablero', list: 'Lista', card: 'Tarjeta', attachment: 'Archivo' },
  deletedBy(name: string | undefined, ago: string, kind: string) {
    const deleted = kind === 'list' || kind === 'card' ? 'eliminada' : 'eliminado';
    return name ? `${deleted} por ${name} ${ago}` : `${deleted} ${ago}`;
  },
  trashHint: 'Puedes restaurar lo eliminado durante 30 días. Después, desaparece para siempre.',
  trashEmpty: 'La papelera está vacía.',
  pick: (title: string) => `Seleccionar ${title}`,
  pickAll: 'Seleccionar todo',
  picked: (count: number) => `Selección: ${number(count)}`,
  more: 'Mostrar más',
};
