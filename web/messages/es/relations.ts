import type { RelationType } from '../../../contract/relation-types.ts';
import { number } from './counts.ts';

export const relationTexts = {
  blocked: 'Bloqueada',
  childrenDone: (done: number, of: number) => `${number(done)} de ${number(of)} tarjetas secundarias hechas`,
  title: 'Relacionadas',
  add: 'Añadir',
  addRelated: 'Añadir una tarjeta relacionada',
  type: 'Tipo de relación',
  find: 'Buscar una tarjeta por título o clave',
  hint: 'Escribe unas letras de un título, o una clave como WEB-12.',
  remove: (key: string) => `Quitar ${key}`,
  removed: (key: string) => `${key} ya no está relacionada`,
  added: (key: string) => `${key} está relacionada`,
  left: (key: string) => `La relación con ${key} se cambió entretanto, así que se ha dejado como está`,
  progress: (done: number, of: number) => `${number(done)} de ${number(of)} hechas`,
  done: 'Hecha',
  archived: 'Archivada',
  types: {
    parent: 'Principal',
    child: 'Secundaria',
    'blocked-by': 'Bloqueada por',
    blocks: 'Bloquea',
    relates: 'Relacionada con',
    duplicates: 'Duplicada de',
    'duplicated-by': 'Tiene como duplicada',
  } satisfies Record<RelationType, string>,
  headings: {
    parent: 'Principal',
    child: 'Secundarias',
    'blocked-by': 'Bloqueada por',
    blocks: 'Bloquea',
    relates: 'Relacionada con',
    duplicates: 'Duplicada de',
    'duplicated-by': 'Duplicadas',
  } satisfies Record<RelationType, string>,
};
