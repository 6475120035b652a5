import type { NewsTexts } from './en-news.ts';

export const newsTexts: NewsTexts = {
  somebody: 'Jemand',
  ofCard: (title, board) => `${title} (${board})`,
  ofMany: (count, board, boards) => {
    const where = boards > 1 ? ` auf ${boards} Boards` : boards === 1 ? ` auf ${board}` : '';
    return `${count} Benachrichtigungen${where}`;
  },
  others: 'Weitere Benachrichtigungen',
  thisCard: { start: 'Diese Karte', within: 'diese Karte' },
  open: 'Karte öffnen',
  inbox: 'Posteingang öffnen',
  more: (count) => `Und ${count} weitere in deinem Posteingang.`,
  why: 'In deinen Benachrichtigungseinstellungen steht, was dir per E-Mail gemeldet wird.',
  noReplies: 'Antworten auf diese E-Mail werden nicht gelesen.',
  replies: 'Antworte auf diese E-Mail, um die Karte zu kommentieren.',
  answers: 'Antworte auf diese E-Mail, um die Frage zu beantworten.',
  replyAbove: '— Zum Kommentieren über dieser Zeile antworten —',
  settings: 'Benachrichtigungseinstellungen',
  unsubscribe: 'Diese E-Mails abbestellen',
  summary: {
    why: 'Du bekommst dies an den Tagen deiner Sammelmail und nie, wenn es nichts zu sagen gibt. Antworten auf diese E-Mail werden nicht gelesen.',
    open: 'Aufgaben öffnen',
    counts: {
      overdue: (count) => `${count} überfällig`,
      today: (count) => `${count} heute fällig`,
      waiting: (count) => `${count} ${count === '1' ? 'wartet' : 'warten'} auf deine Antwort`,
      finished: (count) => `${count} erledigt`,
    },
    over: (count) => `über ${count}`,
    headings: {
      overdue: 'Überfällig',
      today: 'Heute fällig',
      waiting: 'Wartet auf deine Antwort',
      finished: (since) => (since === undefined ? 'Gestern erledigt' : `Seit ${since} erledigt`),
    },
    subject: (counts) => `Dein Tag: ${counts.join(', ')}`,
    on: (board, when) => (when === undefined ? board : `${board} · ${when}`),
    more: (count) => `Und ${count} weitere.`,
  },
  page: {
    news: {
      title: 'E-Mails über Benachrichtigungen',
      question: 'Möchtest du keine E-Mails mehr darüber, was auf deinen Boards geschieht?',
      stopped: 'Du bekommst keine E-Mails mehr darüber, was auf deinen Boards geschieht.',
    },
    summary: {
      title: 'Tagesübersicht',
      question: 'Möchtest du keine Tagesübersichten mehr per E-Mail?',
      stopped: 'Du bekommst keine Tagesübersichten mehr. Andere E-Mails kommen weiterhin.',
    },
    stop: 'Diese E-Mails abbestellen',
    wrong:
      'Dieser Link ist nicht vollständig. Was dir per E-Mail gemeldet wird, steht in deinen Einstellungen.',
    settings: 'Benachrichtigungseinstellungen',
  },
};
