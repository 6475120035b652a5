import type { RelationType } from '../../../contract/relation-types.ts';
import { counted, number } from './counts.ts';

export const relationTexts = {
  blocked: 'Bloquée',
  childrenDone: (done: number, of: number) =>
    `${counted(done, 'carte enfant terminée', 'cartes enfants terminées')} sur ${number(of)}`,
  title: 'Liées',
  add: 'Ajouter',
  addRelated: 'Ajouter une carte liée',
  type: 'Type de lien',
  find: 'Chercher une carte par titre ou par clé',
  hint: 'Tapez quelques lettres d’un titre, ou une clé comme WEB-12.',
  remove: (key: string) => `Retirer ${key}`,
  removed: (key: string) => `${key} n’est plus liée`,
  added: (key: string) => `${key} est liée`,
  left: (key: string) => `Le lien avec ${key} a été modifié entre-temps et reste donc tel quel`,
  progress: (done: number, of: number) => `${counted(done, 'terminée', 'terminées')} sur ${number(of)}`,
  done: 'Terminée',
  archived: 'Archivée',
  types: {
    parent: 'Parente',
    child: 'Enfant',
    'blocked-by': 'Bloquée par',
    blocks: 'Bloque',
    relates: 'Liée à',
    duplicates: 'Doublon de',
    'duplicated-by': 'A pour doublon',
  } satisfies Record<RelationType, string>,
  headings: {
    parent: 'Parente',
    child: 'Enfants',
    'blocked-by': 'Bloquée par',
    blocks: 'Bloque',
    relates: 'Liée à',
    duplicates: 'Doublon de',
    'duplicated-by': 'Doublons',
  } satisfies Record<RelationType, string>,
};
