import type { RelationType } from '../../../contract/relation-types.ts';
import { number } from './counts.ts';

export const relationTexts = {
  blocked: 'Blockiert',
  childrenDone: (done: number, of: number) =>
    `${number(done)} von ${number(of)} untergeordneten Karten erledigt`,
  title: 'Verknüpft',
  add: 'Hinzufügen',
  addRelated: 'Verknüpfte Karte hinzufügen',
  type: 'Art der Verknüpfung',
  find: 'Karte nach Titel oder Schlüssel suchen',
  hint: 'Tippe einige Buchstaben eines Titels oder einen Schlüssel wie WEB-12.',
  remove: (key: string) => `${key} entfernen`,
  removed: (key: string) => `${key} ist nicht mehr verknüpft`,
  added: (key: string) => `${key} ist verknüpft`,
  left: (key: string) => `Die Verknüpfung mit ${key} wurde inzwischen geändert und bleibt daher, wie sie ist`,
  progress: (done: number, of: number) => `${number(done)} von ${number(of)} erledigt`,
  done: 'Erledigt',
  archived: 'Archiviert',
  types: {
    parent: 'Übergeordnet',
    child: 'Untergeordnet',
    'blocked-by': 'Blockiert von',
    blocks: 'Blockiert',
    relates: 'Verknüpft mit',
    duplicates: 'Duplikat von',
    'duplicated-by': 'Dupliziert durch',
  } satisfies Record<RelationType, string>,
  headings: {
    parent: 'Übergeordnet',
    child: 'Untergeordnet',
    'blocked-by': 'Blockiert von',
    blocks: 'Blockiert',
    relates: 'Verknüpft mit',
    duplicates: 'Duplikat von',
    'duplicated-by': 'Duplikate',
  } satisfies Record<RelationType, string>,
};
