import { counted, prefixed } from './counts.ts';

export const sharedFieldTexts = {
  title: 'שדות',
  hint: 'לוחות יכולים להשתמש בשדות האלה. שמותיהם ואפשרויותיהם משתנים כאן, לכל הלוחות בבת אחת.',
  none: 'בסביבת העבודה עדיין אין שדות.',
  usedOn: (boards: number) =>
    boards === 0 ? 'עדיין לא בשימוש' : prefixed('ב', counted(boards, 'לוח אחד', 'לוחות')),
  onTile: 'הצגה בלוחות שמתחילים להשתמש בו',
  deleteQuestion: (boards: number) =>
    boards === 0
      ? 'אף לוח אינו משתמש בו כעת. ערכים בלוחות שבאשפה נמחקים גם כן, ואי אפשר יהיה לשחזר אותם.'
      : `${counted(boards, 'לוח אחד משתמש', 'לוחות משתמשים')} בו. ערכיו נמחקים מכל הכרטיסים, גם מאלה שבלוחות באשפה, ואי אפשר יהיה לשחזר אותם.`,
  deleted: (name: string, cards: number) =>
    `${name}: נמחק, עם ערכיו ${prefixed('ב', counted(cards, 'כרטיס אחד', 'כרטיסים'))}`,
  ofWorkspace: 'משותף',
  changedThere: (name: string) => `${name} הוא שדה של סביבת העבודה: שמו ואפשרויותיו משתנים שם, בהגדרות.`,
  use: 'שימוש בשדה של סביבת העבודה',
  useThis: (name: string) => `שימוש ב־${name}`,
  noneToUse: 'לסביבת העבודה אין שדה שהלוח הזה אינו משתמש בו.',
  share: 'שיתוף עם סביבת העבודה',
  stop: 'הפסקת השימוש בשדה',
  stopQuestion: 'ערכיו נמחקים מכרטיסי הלוח הזה, ואי אפשר יהיה לשחזר אותם.',
  toSettings: 'שדות של סביבת העבודה',
};
