import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays } from '../../../contract/board-activities.ts';
import { he as phrases } from '../../../contract/phrases/he.ts';
import { doneIn, phraseIn } from '../../../contract/phrases/phrases.ts';
import { byKey } from '../by.ts';
import { atStart, moment } from '../formats.ts';
import { byTexts } from './by.ts';
import { counted } from './counts.ts';

const phraseOf = (type: string): string => phraseIn(phrases, type);

const stepOf = (type: string): string => atStart(doneIn(phrases, type));

const changes = (count: number): string => counted(count, 'שינוי אחד', 'שינויים');

const kinds: Readonly<Record<BoardActivityKind, string>> = {
  cards: 'הוספה, ארכיון, מחיקה',
  moves: 'העברות',
  comments: 'תגובות',
  changes: 'שינויים בכרטיסים',
  board: 'רשימות ולוח',
};

export const activityTexts = {
  phraseOf,
  kinds,
  everyone: 'כולם',
  everything: 'הכול',
  person: 'אדם',
  kind: 'מה קרה',
  someone: 'מישהו',
  by: byKey({ ...byTexts, key: (name) => `באמצעות המפתח ${name}` }),
  undid: (count: number, name: string) => `ביטל/ה ${changes(count)} של ${name}`,
  theKey: (name: string) => `המפתח ${name}`,
  theUndo: (name: string) => `הביטול של ${name}`,
  undo: 'ביטול…',
  undoOf: (name: string, at: string) => `ביטול הפעולות של ${name} מאז ${moment(at)}`,
  undoTitle: (name: string) => `ביטול הפעולות של ${name}`,
  since: (at: string) => `בלוח הזה, מאז ${moment(at)}. מה שאחרים שינו מאז נשאר כפי שהוא.`,
  undoNow: (count: number) => (count === 0 ? 'ביטול' : `ביטול ${changes(count)}`),
  undone: (count: number, left: number) =>
    `${count === 0 ? 'דבר לא בוטל' : `בוטל: ${changes(count)}`}${left === 0 ? '' : `; ${counted(left, 'שינוי אחד נשאר', 'שינויים נשארים')}`}.`,
  nothingToUndo: 'אין מה לבטל.',
  stays: (count: number) => `נשארים: ${changes(count)}`,
  stepOf,
  why: {
    changed: 'מישהו שינה את זה מאז',
    gone: 'זה כבר אינו קיים',
    impossible: 'אי אפשר לבטל את זה',
    refused: 'אין לך הרשאה',
  },
  andMore: (count: number) => `ועוד ${count}`,
  none: `אין דבר כזה ב־${boardActivityDays} הימים האחרונים.`,
  older: `הפעילות ב־${boardActivityDays} הימים האחרונים. מה שהיה קודם נמצא בהיסטוריה של כל כרטיס.`,
  more: 'הצגת עוד',
  follow: 'מעקב בקורא הזנות',
};
