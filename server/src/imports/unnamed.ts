import type { Language } from '../../../contract/languages.ts';

/** What is called so if a table does not name it. */
export type Unnamed = Readonly<Record<'board' | 'list' | 'checklist', string>>;

/** By the language of whoever imports the table. */
export const unnamedIn: Readonly<Record<Language, Unnamed>> = {
  en: { board: 'Imported board', list: 'Cards', checklist: 'Checklist' },
  de: { board: 'Importiertes Board', list: 'Karten', checklist: 'Checkliste' },
  fr: { board: 'Tableau importé', list: 'Cartes', checklist: 'Checklist' },
  es: { board: 'Tablero importado', list: 'Tarjetas', checklist: 'Checklist' },
  he: { board: 'לוח מיובא', list: 'כרטיסים', checklist: 'רשימת תיוג' },
};
