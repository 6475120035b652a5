import type { workspaceKeyTexts as english } from '../en/workspace-keys.ts';
import { counted } from './counts.ts';

export const workspaceKeyTexts: typeof english = {
  title: 'מפתחות API',
  hint: 'המפתחות של חברים, בוטים ואפליקציות שפותחים את סביבת העבודה הזאת. כמה זמן מפתחות תקפים נקבע תחת ”אבטחה”.',
  none: 'אף מפתח API אינו פותח את סביבת העבודה הזאת.',
  of: (owner) => `של ${owner}`,
  unnamed: 'מישהו ללא שם',
  made: (day) => `נוצר ב־${day}`,
  hereOnly: 'סביבת העבודה הזאת בלבד',
  someBoards: (count) => counted(count, 'לוח אחד', 'לוחות'),
  endsByPolicy: (day) => `תוקפו פג כאן ב־${day}, כפי שנקבע תחת ”אבטחה”`,
  closed: 'סגור כאן',
  closedBy: {
    secondFactor: 'לבעלי המפתח אין גורם אימות שני',
    personalKeys: 'רק מפתחות של בוטים פותחים את סביבת העבודה',
    longestKeyLife: 'המפתח ישן מדי',
    unusedKeyLife: 'המפתח לא היה בשימוש זמן רב מדי',
    provider: 'המפתח אינו מוגבל לסביבת העבודה הזאת',
  },
  end: 'השבתה',
  revokeQuestion: (name, owner) =>
    `”${name}” תקף בסביבת העבודה הזאת בלבד, ולכן יבוטל: תוכנות שמשתמשות בו יפסיקו לעבוד מיד. תישלח על כך הודעה אל ${owner}.`,
  endQuestion: (name, owner) =>
    `”${name}” לא יפתח עוד את סביבת העבודה הזאת, ואי אפשר יהיה לאשר אותו בה שוב. הוא ימשיך לפתוח סביבות עבודה אחרות. תישלח על כך הודעה אל ${owner}.`,
  ended: (name) => `”${name}” אינו פותח עוד את סביבת העבודה הזאת`,
  policies: {
    personalKeys: 'לחברים מותר להשתמש במפתחות API',
    personalKeysHint: 'אחרת רק מפתחות של בוטים פותחים את סביבת העבודה, ולא אפליקציות שחברים אישרו.',
    longest: 'תוקף מפתחות API פג אחרי',
    longestHint:
      'יהיה מועד התפוגה שלהם אשר יהיה. בעליהם מקבלים הודעה שבעה ימים קודם. סביבות עבודה אחרות ימשיכו להיפתח בהם.',
    unused: 'תוקף מפתחות API שאינם בשימוש פג אחרי',
    unusedHint: 'בעליהם מקבלים הודעה שבעה ימים קודם. גם שימוש במקום אחר נחשב.',
    noLimit: 'ללא הגבלה',
    days: (days) => counted(days, 'יום אחד', 'ימים'),
    exports: 'למי מותר לייצא',
    exporters: {
      members: 'לכל מי שרואה את הלוחות',
      admins: 'רק למי שמנהל את סביבת העבודה',
    },
    exportsHint: 'זה אינו מונע מאיש להעתיק אחד אחד את הכרטיסים שהוא רואה.',
  },
};
