import type { RelationType } from '../../../contract/relation-types.ts';
import { counted, list, number } from './counts.ts';
import { relationTexts } from './relations.ts';

const types: Readonly<Record<RelationType, string>> = relationTexts.types;

export const proposalTexts = {
  open: (count: number, hasMore: boolean) =>
    hasMore ? `Más de ${number(count)} propuestas` : counted(count, 'propuesta', 'propuestas'),
  openTitle: 'Tarjetas que esperan a que alguien las acepte',
  hint: 'Tarjetas que proponen agentes o personas. Están en el tablero cuando alguien las acepta.',
  none: 'No hay propuestas.',
  more: (count: number) =>
    `Estas son las primeras ${number(count)}. Las demás vendrán cuando hayas decidido sobre algunas.`,
  someone: 'Alguien',
  proposes: (who: string, count: number) => `${who} propone ${counted(count, 'tarjeta', 'tarjetas')}`,
  accept: 'Aceptar',
  acceptOne: (title: string) => `Aceptar ${title}`,
  acceptAll: 'Aceptar todo',
  edit: 'Editar',
  editOne: (title: string) => `Editar ${title}`,
  acceptEdited: 'Aceptar con cambios',
  discard: 'Descartar',
  discardOne: (title: string) => `Descartar ${title}`,
  discardAll: 'Descartar todo',
  discardQuestion: (count: number) =>
    `${counted(count, 'tarjeta se descartará', 'tarjetas se descartarán')}. Quien hizo la propuesta puede verlo.`,
  title: 'Título',
  description: 'Descripción',
  list: 'Lista',
  firstList: 'La primera lista',
  goneList: 'Una lista que ya no existe',
  keeps: 'Conservar',
  kept: (part: string, names: readonly string[]) => `${part}: ${list(names)}`,
  labels: 'Etiquetas',
  members: 'Miembros',
  dates: 'Fechas',
  relations: 'Relaciones',
  goneMember: 'alguien que ya no está',
  start: (date: string) => `Empieza ${date}`,
  due: (date: string) => `Vence ${date}`,
  items: (count: number) => counted(count, 'elemento de checklist', 'elementos de checklist'),
  relation: (type: RelationType, title: string) => `${types[type]} «${title}»`,
  otherCard: 'otra tarjeta',
  leftOut: (count: number) =>
    `${counted(count, 'relación quedó', 'relaciones quedaron')} fuera: las otras tarjetas ya no existen.`,
  problemOf: (title: string, problem: string) => `«${title}»: ${problem}`,
  problems: {
    'unknown-list-of-board': 'Su lista ya no existe. Elige «Editar» y otra lista.',
    'several-lists': 'Puede referirse a varias listas. Elige «Editar» y una de ellas.',
    'members-blind': 'Un miembro ya no puede ver este tablero. Elige «Editar» y deja fuera a los miembros.',
  } as Readonly<Record<string, string>>,
};
