import type { BackupProblem } from '../../../../../contract/operator-shapes.ts';
import type { MailTexts } from '../compose.ts';

const unlessAsked = 'אם לא ביקשת אותו, אפשר להתעלם מההודעה הזאת';

const reasons = {
  gone: 'כי הנמען שלו ענה שאינו קיים עוד (סטטוס 410)',
  failing: 'כי במשך חמישה ימים נכשל כל ניסיון למסור אליו דבר',
};

const backupProblems: Record<BackupProblem, string> = {
  'backup-failed': 'הניסיון האחרון נכשל',
  'backup-old': 'אף גיבוי לא הושלם יותר משתי תקופות',
  'backup-gone': 'הגיבוי התקין האחרון חסר או פגום',
  'backup-incomplete': 'בגיבוי האחרון חסרים קבצים מצורפים',
  'backup-folder-missing': 'התיקייה BACKUP_TO אינה קיימת',
  'backup-folder-unwritable': 'אי אפשר לכתוב בתיקייה BACKUP_TO',
  'backup-store-fails': 'אי אפשר להשתמש באחסון האובייקטים',
  'backup-no-room': 'אין די מקום לגיבוי הבא',
  'backup-old-stay': 'אי אפשר למחוק גיבויים ישנים',
};

export const he: MailTexts = {
  magicLink: {
    subject: 'קישור ההתחברות שלך',
    sentence: () => `הקישור הזה מחבר אותך לחשבון; הוא פועל פעם אחת, תוך 10 דקות, ו${unlessAsked}.`,
    action: 'התחברות',
  },
  passwordReset: {
    subject: 'בחירת סיסמה חדשה',
    sentence: () =>
      'באמצעות הקישור הזה בוחרים סיסמה חדשה, מה שמסיים את כל ההפעלות של החשבון שלך; הוא פועל פעם אחת, תוך שעה, ' +
      `ו${unlessAsked}.`,
    action: 'בחירת סיסמה חדשה',
  },
  newAddress: {
    subject: 'אישור כתובת הדוא״ל החדשה',
    sentence: () =>
      'יש לפתוח את הקישור הזה כשהחשבון מחובר כדי שזו תהיה כתובת החשבון שלך; הוא פועל פעם אחת, תוך שעה, ' +
      `ו${unlessAsked}.`,
    action: 'אישור הכתובת',
  },
  addressChanged: {
    subject: 'כתובת הדוא״ל של החשבון שלך שונתה',
    sentence: () =>
      'לחשבון שלך יש כעת כתובת דוא״ל אחרת, וכתובת זו אינה נותנת עוד גישה אליו; אם לא עשית זאת, יש להודיע מיד למפעילי השירות.',
    action: 'פתיחת Taskboard',
  },
  passwordChanged: {
    subject: 'סיסמת החשבון שלך שונתה',
    sentence: () =>
      'לחשבון שלך יש כעת סיסמה אחרת; אם לא עשית זאת, יש לבחור סיסמה חדשה דרך ”שכחת את הסיסמה?” במסך ההתחברות, ולעיין ' +
      'ביומן האבטחה בהגדרות החשבון.',
    action: 'פתיחת יומן האבטחה',
  },
  factorsChanged: {
    subject: 'האימות הדו־שלבי של החשבון שלך שונה',
    sentence: () =>
      'גורם אימות שני או קודי השחזור של החשבון שלך נוספו, הוסרו או הוחלפו; אם לא עשית זאת, יש לשנות את הסיסמה ולעיין ביומן ' +
      'האבטחה בהגדרות החשבון.',
    action: 'פתיחת יומן האבטחה',
  },
  accountDeleted: {
    subject: 'החשבון שלך נמחק',
    sentence: () => 'החשבון שלך וכתובת הדוא״ל שלך נמחקו; מה שכתבת נשאר בסביבות העבודה, בלי שמך.',
    action: 'פתיחת Taskboard',
  },
  invitation: {
    subject: 'הזמנה לסביבת עבודה',
    sentence: ({ to, workspace, from }) =>
      'קיבלת הזמנה לסביבת עבודה, שאפשר להצטרף אליה תוך 7 ימים עם חשבון של הכתובת ' +
      `${to}: שמה ${workspace}${from === null ? '' : `, ושם מי שמזמין הוא ${from}`}.`,
    action: 'קריאת ההזמנה',
  },
  boardPublished: {
    subject: 'לוח הפך לציבורי',
    sentence: ({ board, workspace, by }) =>
      'לוח בסביבת עבודה שבניהולך הפך לציבורי, וכל מי שיש לו כתובתו יכול לקרוא אותו בלי להתחבר: ' +
      `שמו ${board}, בסביבת העבודה ${workspace}, והשינוי נעשה על ידי ${by}.`,
    action: 'פתיחת הגדרות הלוח',
  },
  boardUnpublished: {
    subject: 'לוח אינו ציבורי עוד',
    sentence: ({ board, workspace, by }) =>
      'לוח בסביבת עבודה שבניהולך אינו ציבורי עוד, ורק אנשים בסביבת העבודה יכולים לקרוא אותו: ' +
      `שמו ${board}, בסביבת העבודה ${workspace}, והשינוי נעשה על ידי ${by}.`,
    action: 'פתיחת הגדרות הלוח',
  },
  webhookDisabled: {
    subject: 'Webhook כובה',
    sentence: ({ reason, name, workspace }) =>
      `בסביבת עבודה שבניהולך כובה Webhook, ${reasons[reason]}: שמו ${name}, בסביבת העבודה ${workspace}.`,
    action: 'פתיחת ה־Webhook',
  },
  chatDisabled: {
    subject: 'אין עוד פרסום לצ׳אט',
    sentence: ({ reason, name, workspace }) =>
      `צ׳אט של לוח כובה, ${reasons[reason]}: שמו ${name}, בסביבת העבודה ${workspace}.`,
    action: 'פתיחת הצ׳אטים של הלוח',
  },
  test: {
    subject: 'הודעת בדיקה',
    sentence: () => 'כמפעיל/ה של השירות ביקשת הודעת בדיקה: כפי שאפשר לראות, הודעות דוא״ל מגיעות.',
    action: 'פתיחת דף התפעול',
  },
  backupsFail: {
    subject: 'הגיבויים דורשים טיפול',
    sentence: ({ problems }) =>
      `יש בעיה בגיבויים המתוזמנים של השירות: ${problems.map((code) => backupProblems[code]).join('; ')}.`,
    action: 'לראות מה הבעיה',
  },
  backupsWork: {
    subject: 'הגיבויים פועלים שוב',
    sentence: () => 'הבעיה בגיבויים המתוזמנים של השירות נפתרה.',
    action: 'פתיחת דף התפעול',
  },
};
