import type { NotificationKind } from '../../../contract/notifications.ts';
import { type Sentence, times } from '../inbox-sentence.ts';
import { counted } from './counts.ts';

const often = (what: string) => (count: number) => (count === 1 ? what : `${what} (${count} פעמים)`);

const events: Readonly<Record<string, (count: number) => string>> = {
  'signIn.succeeded': (count) =>
    count === 1 ? 'התחברות חדשה לחשבון שלך' : `${count} התחברויות חדשות לחשבון שלך`,
  'password.set': () => 'לחשבון שלך יש כעת סיסמה',
  'password.changed': often('הסיסמה שלך שונתה'),
  'password.reset': often('הסיסמה שלך אופסה'),
  'email.changed': often('כתובת החשבון שלך שונתה'),
  'application.allowed': (count) =>
    count === 1 ? 'אפליקציה קיבלה גישה לחשבון שלך' : `${count} אפליקציות קיבלו גישה לחשבון שלך`,
  'export.started': (count) =>
    count === 1
      ? 'הותחל ייצוא של סביבת עבודה מהחשבון שלך'
      : `הותחלו ${count} ייצואים של סביבות עבודה מהחשבון שלך`,
  'key.created': (count) =>
    count === 1 ? 'נוצר מפתח API לחשבון שלך' : `נוצרו ${count} מפתחות API לחשבון שלך`,
  'secondFactor.demanded': () => 'מעכשיו נדרש גורם אימות שני לחשבון שלך',
  'key.ending': (count) =>
    count === 1 ? 'תוקפו של מפתח API שלך עומד לפוג' : `תוקפם של ${count} מפתחות API שלך עומד לפוג`,
  'key.ended': (count) =>
    count === 1 ? 'מפתח API שלך אינו תקף עוד' : `${count} מפתחות API שלך אינם תקפים עוד`,
};

const pauses: Readonly<Record<string, string>> = {
  rights: 'כלל שלך הושהה: אין לך עוד הרשאה למה שהוא עושה',
  failing: 'כלל שלך הושהה: הוא נכשל עשר פעמים ברצף',
  'too-many-runs': 'כלל שלך הושהה: הוא רץ יותר מדי פעמים בדקה',
};

const says = {
  asked: times('שאל/ה שאלה', (count) => `שאל/ה ${count} שאלות`),
  proposed: (who, _count, { cards }) =>
    cards === 1 ? `${who} הציע/ה כרטיס` : `${who} הציע/ה ${cards} כרטיסים`,
  assigned: (who) => `${who} הוסיף/ה אותך לכרטיס`,
  mentioned: times('הזכיר/ה אותך', (count) => `הזכיר/ה אותך ${count} פעמים`),
  'due-soon': () => 'תאריך היעד של כרטיס מתקרב',
  overdue: () => 'כרטיס נמצא באיחור',
  invited: (who, _count, { place, isOfBoard }) =>
    isOfBoard ? `${who} הוסיף/ה אותך ללוח` : `${who} הזמין/ה אותך אל ${place}`,
  security: (_who, count, { event }) => events[event]?.(count) ?? often('החשבון שלך שונה')(count),
  replied: times('ענה/תה לך', (count) => `ענה/תה לך ${count} פעמים`),
  reacted: times('הוסיף/ה אימוג׳י לתגובה שלך', (count) => `הוסיף/ה אימוג׳י לתגובות שלך ${count} פעמים`),
  commented: times('הגיב/ה', (count) => `כתב/ה ${count} תגובות`),
  completed: (who) => `${who} סימן/ה כרטיס כבוצע`,
  moved: times('העביר/ה כרטיס', (count) => `העביר/ה כרטיס ${count} פעמים`),
  changed: times('שינה/תה כרטיס', (count) => `ביצע/ה ${count} שינויים`),
  'role-changed': (who, _count, { role }) => `${who} שינה/תה את התפקיד שלך ל־${role}`,
  'import-done': (_who, _count, { hasFailed }) => (hasFailed ? 'הייבוא שלך נכשל' : 'הייבוא שלך הסתיים'),
  'export-done': (_who, _count, { hasFailed }) => (hasFailed ? 'הייצוא שלך נכשל' : 'הייצוא שלך מוכן'),
  'webhook-disabled': (_who, _count, { isOfBoard }) =>
    isOfBoard ? 'צ׳אט כובה: הוא אינו מקבל הודעות' : 'Webhook כובה: הנמען שלו אינו עונה',
  rule: (_who, _count, { text }) => text,
  'rule-paused': (_who, _count, { reason }) => pauses[reason] ?? 'כלל שלך הושהה',
  'claim-ended': (who, _count, { claim, name }) =>
    claim === 'revoked' ? `${who} לקח/ה בחזרה כרטיס מ־${name}` : `${name} חרג/ה מהזמן לכרטיס`,
} satisfies Record<NotificationKind, Sentence>;

export const inboxTexts = {
  states: { unread: 'לא נקראו', all: 'הכול', archived: 'בוצע' },
  says: says as Readonly<Record<string, Sentence>>,
  someone: 'מישהו',
  needsYou: 'מחכה לך',
  account: 'החשבון שלך',
  more: 'הצגת עוד',
  several: (who: string, others: number) =>
    others === 0 ? who : `${who} ועוד ${counted(others, 'אדם אחד', 'אנשים')}`,
  onOneCard: (who: string, count: number) => `${who}: ${counted(count, 'עדכון אחד', 'עדכונים')}`,
  readAll: 'סימון הכול כנקרא',
  markRead: 'סימון כנקרא',
  markUnread: 'סימון כלא נקרא',
  done: 'בוצע',
  quoted: (words: string) => `”${words}”`,
  undone: 'החזרה לתיבה',
  later: 'אחר כך',
  open: 'פתיחה',
  choices: { hours: 'בעוד 3 שעות', tomorrow: 'מחר', week: 'בשבוע הבא' },
  nothingUnread: 'הכול מעודכן',
  nothing: 'עדיין אין כאן דבר',
  nothingHint: 'אזכורים, תשובות, הקצאות ותאריכים של הכרטיסים שלך מופיעים כאן.',
  notFound: 'הכרטיס כבר אינו קיים, או שאינו גלוי לך עוד.',
  comment: 'כתיבת תגובה',
  send: 'שליחה',
  snoozedUntil: (when: string) => `זה יופיע שוב ${when}.`,
  keys: [
    ['J', 'K', 'הבא, הקודם'],
    ['E', 'בוצע'],
    ['H', 'אחר כך'],
    ['U', 'נקרא או לא נקרא'],
    ['Enter', 'פתיחת הכרטיס'],
  ] as readonly (readonly string[])[],
};
