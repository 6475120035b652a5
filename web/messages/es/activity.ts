import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays } from '../../../contract/board-activities.ts';
import { es as phrases } from '../../../contract/phrases/es.ts';
import { doneIn, phraseIn } from '../../../contract/phrases/phrases.ts';
import { byKey } from '../by.ts';
import { atStart, moment } from '../formats.ts';
import { byTexts } from './by.ts';
import { counted } from './counts.ts';

const phraseOf = (type: string): string => phraseIn(phrases, type);

const stepOf = (type: string): string => atStart(doneIn(phrases, type));

const changes = (count: number): string => counted(count, 'cambio', 'cambios');

const kinds: Readonly<Record<BoardActivityKind, string>> = {
  cards: 'Añadir, archivar, eliminar',
  moves: 'Mover',
  comments: 'Comentarios',
  changes: 'Cambios en tarjetas',
  board: 'Listas y tablero',
};

export const activityTexts = {
  phraseOf,
  kinds,
  everyone: 'Todos',
  everything: 'Todo',
  person: 'Persona',
  kind: 'Qué pasó',
  someone: 'Alguien',
  by: byKey({ ...byTexts, key: (name) => `con la clave ${name}` }),
  undid: (count: number, name: string) => `deshizo ${changes(count)} de ${name}`,
  theKey: (name: string) => `la clave ${name}`,
  theUndo: (name: string) => `lo deshecho por ${name}`,
  undo: 'Deshacer…',
  undoOf: (name: string, at: string) => `Deshacer lo que hizo ${name} desde ${moment(at)}`,
  undoTitle: (name: string) => `Deshacer lo que hizo ${name}`,
  since: (at: string) =>
    `En este tablero, desde ${moment(at)}. Lo que otros hayan cambiado desde entonces se queda como está.`,
  undoNow: (count: number) => (count === 0 ? 'Deshacer' : `Deshacer ${changes(count)}`),
  undone: (count: number, left: number) =>
    `${count === 0 ? 'No se ha deshecho nada' : `Deshecho: ${changes(count)}`}${left === 0 ? '' : `; ${counted(left, 'cambio se queda', 'cambios se quedan')}`}.`,
  nothingToUndo: 'No hay nada que se pueda deshacer.',
  stays: (count: number) => `Se quedan: ${changes(count)}`,
  stepOf,
  why: {
    changed: 'alguien lo ha cambiado desde entonces',
    gone: 'ya no existe',
    impossible: 'esto no se puede deshacer',
    refused: 'no tienes permiso',
  },
  andMore: (count: number) => `y ${count} más`,
  none: `Nada así en los últimos ${boardActivityDays} días.`,
  older: `Actividad de los últimos ${boardActivityDays} días. Lo anterior está en el historial de cada tarjeta.`,
  more: 'Mostrar más',
  follow: 'Seguir en un lector RSS',
};
