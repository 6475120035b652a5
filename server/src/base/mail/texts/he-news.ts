import type { NewsTexts } from './en-news.ts';

export const newsTexts: NewsTexts = {
  somebody: 'מישהו',
  ofCard: (title, board) => `${title} (${board})`,
  ofMany: (count, board, boards) => {
    const where = boards > 1 ? ` ב־${boards} לוחות` : boards === 1 ? ` בלוח ${board}` : '';
    return `${count} התראות${where}`;
  },
  others: 'התראות נוספות',
  thisCard: { start: 'הכרטיס הזה', within: 'הכרטיס הזה' },
  open: 'פתיחת הכרטיס',
  inbox: 'פתיחת התיבה',
  more: (count) => `ועוד ${count} בתיבה שלך.`,
  why: 'הגדרות ההתראות שלך אומרות מה נשלח אליך בדוא״ל.',
  noReplies: 'תשובות להודעה הזאת אינן נקראות.',
  replies: 'תשובה להודעה הזאת תהיה תגובה על הכרטיס.',
  answers: 'תשובה להודעה הזאת תהיה התשובה לשאלה.',
  replyAbove: '— תגובה כותבים מעל השורה הזאת —',
  settings: 'הגדרות התראות',
  unsubscribe: 'הפסקת ההודעות האלה',
  summary: {
    why: 'זה מגיע בימי התקציר שלך, ולעולם לא כשאין מה לומר. תשובות להודעה הזאת אינן נקראות.',
    open: 'פתיחת העבודה שלי',
    counts: {
      overdue: (count) => `${count} באיחור`,
      today: (count) => `${count} להיום`,
      waiting: (count) => `${count} ${count === '1' ? 'מחכה' : 'מחכים'} לתשובתך`,
      finished: (count) => `${count} ${count === '1' ? 'הסתיים' : 'הסתיימו'}`,
    },
    over: (count) => `יותר מ־${count}`,
    headings: {
      overdue: 'באיחור',
      today: 'להיום',
      waiting: 'מחכים לתשובתך',
      finished: (since) => (since === undefined ? 'הסתיימו אתמול' : `הסתיימו מאז ${since}`),
    },
    subject: (counts) => `היום שלך: ${counts.join(', ')}`,
    on: (board, when) => (when === undefined ? board : `${board} · ${when}`),
    more: (count) => `ועוד ${count}.`,
  },
  page: {
    news: {
      title: 'הודעות דוא״ל על התראות',
      question: 'להפסיק לקבל דוא״ל על מה שקורה בלוחות שלך?',
      stopped: 'לא יישלח אליך עוד דוא״ל על מה שקורה בלוחות שלך.',
    },
    summary: {
      title: 'סיכום היום שלך',
      question: 'להפסיק לקבל בדוא״ל סיכומים של היום שלך?',
      stopped: 'לא יישלחו אליך עוד סיכומים של היום. הודעות אחרות ממשיכות להגיע.',
    },
    stop: 'הפסקת ההודעות האלה',
    wrong: 'הקישור אינו שלם. ההגדרות שלך אומרות מה נשלח אליך בדוא״ל.',
    settings: 'הגדרות התראות',
  },
};
