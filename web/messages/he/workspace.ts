import { counted } from './counts.ts';

export const workspaceTexts = {
  people: (count: number, invited: number) =>
    `${counted(count, 'חבר/ה אחד/ת', 'חברים')}${invited > 0 ? `, ${counted(invited, 'הזמנה אחת', 'הזמנות')}` : ''}`,
  since: (day: string) => `מאז ${day}`,
  status: {
    invited: 'עדיין לא הצטרף/ה',
    paused: 'ללא גישה, אבל נשאר/ת בכרטיסים',
  } as Readonly<Record<string, string>>,
  states: { invited: 'הוזמן/ה', paused: 'בהשהיה' } as Readonly<Record<string, string>>,
  rightsOf: (name: string) => `ההרשאות של ${name}`,
  find: 'חיפוש חבר/ה',
  noneFound: 'אין חבר/ה בשם הזה.',
  pause: 'השהיה',
  pauseNamed: (name: string) => `השהיית ${name}`,
  pausedNow: (name: string) => `ל־${name} אין גישה עד שתוחזר`,
  resume: 'החזרת הגישה',
  resumeNamed: (name: string) => `החזרת הגישה ל־${name}`,
  resumed: (name: string) => `ל־${name} חזרה הגישה`,
  placeholder: 'מוכר/ת רק מייבוא',
  leaveQuestion: 'הגישה שלך לכל הלוחות בסביבת העבודה תאבד, ואפשר יהיה לחזור רק בהזמנה.',
  removeQuestion: (name: string) => `${name} יאבד/תאבד גישה לכל הלוחות, ויוסר/תוסר מהכרטיסים.`,
  cardPrefix: 'קידומת של מספרי הכרטיסים',
  cardPrefixHint: 'עם WEB, הכרטיסים נקראים WEB-1, WEB-2 וכן הלאה.',
  weekStart: 'תחילת השבוע',
  weekDays: { '1': 'יום שני', '0': 'יום ראשון', '6': 'שבת' },
  showEmails: 'החברים רואים זה את כתובת הדוא״ל של זה',
  publicBoards: 'לוחות יכולים להיות ציבוריים',
  delete: 'מחיקת סביבת העבודה',
  deleteHint: 'סביבת העבודה וכל לוחותיה יעברו לאשפה. אפשר לשחזר אותה במשך 30 יום.',
  deleteQuestion: (name: string) => `איש לא יוכל לראות את ${name} או את לוחותיה.`,
};
