import { counted } from './counts.ts';

export const sharedFieldTexts = {
  title: 'Campos',
  hint: 'Los tableros pueden usar estos campos. Sus nombres y opciones se cambian aquí, para todos los tableros a la vez.',
  none: 'Este espacio de trabajo aún no tiene campos.',
  usedOn: (boards: number) =>
    boards === 0 ? 'aún sin usar' : `en ${counted(boards, 'tablero', 'tableros')}`,
  onTile: 'Mostrar en los tableros que empiecen a usarlo',
  deleteQuestion: (boards: number) =>
    boards === 0
      ? 'Ningún tablero lo usa ahora. Los valores de tableros en la papelera también se eliminan y no se podrán restaurar.'
      : `${counted(boards, 'tablero lo usa', 'tableros lo usan')}. Sus valores se eliminan de todas las tarjetas, también de las de tableros en la papelera, y no se podrán restaurar.`,
  deleted: (name: string, cards: number) =>
    `${name}: eliminado, con sus valores en ${counted(cards, 'tarjeta', 'tarjetas')}`,
  ofWorkspace: 'Compartido',
  changedThere: (name: string) =>
    `${name} es un campo del espacio de trabajo: su nombre y sus opciones se cambian allí, en los ajustes.`,
  use: 'Usar un campo del espacio de trabajo',
  useThis: (name: string) => `Usar ${name}`,
  noneToUse: 'El espacio de trabajo no tiene campos que este tablero no use ya.',
  share: 'Compartir con el espacio de trabajo',
  stop: 'Dejar de usar el campo',
  stopQuestion: 'Sus valores se eliminan de las tarjetas de este tablero y no se podrán restaurar.',
  toSettings: 'Campos del espacio de trabajo',
};
