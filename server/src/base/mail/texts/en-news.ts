/* The words of mails about notifications in English. What happened is worded where notifications are shown. */

export type NewsTexts = typeof newsTexts;

export const newsTexts = {
  somebody: 'Somebody',
  ofCard: (title: string, board: string) => `${title} (${board})`,
  ofMany: (count: number, board: string, boards: number) => {
    const where = boards > 1 ? ` on ${boards} boards` : boards === 1 ? ` on ${board}` : '';
    return `${count} notifications${where}`;
  },
  others: 'Further notifications',
  /** Instead of a title that stands above. */
  thisCard: { start: 'This card', within: 'this card' },
  open: 'Open the card',
  inbox: 'Open the inbox',
  more: (count: number) => `And ${count} more in your inbox.`,
  why: 'Your notification settings say what you are told by email.',
  noReplies: 'Replies to this email are not read.',
  replies: 'Reply to this email to comment on the card.',
  answers: 'Reply to this email to answer the question.',
  /** The first line of mails that can be answered: what stands below it in an answer is a quote. */
  replyAbove: '— Reply above this line to comment —',
  settings: 'Notification settings',
  unsubscribe: 'Stop these emails',
  summary: {
    why: 'You get this on the days of your digest, and never when there is nothing to say. Replies to this email are not read.',
    open: 'Open my work',
    counts: {
      overdue: (count: string) => `${count} overdue`,
      today: (count: string) => `${count} due today`,
      waiting: (count: string) => `${count} waiting for your answer`,
      finished: (count: string) => `${count} finished`,
    },
    over: (count: number) => `over ${count}`,
    headings: {
      overdue: 'Overdue',
      today: 'Due today',
      waiting: 'Waiting for your answer',
      finished: (since: string | undefined) =>
        since === undefined ? 'Finished yesterday' : `Finished since ${since}`,
    },
    subject: (counts: readonly string[]) => `Your day: ${counts.join(', ')}`,
    on: (board: string, when: string | undefined) => (when === undefined ? board : `${board} · ${when}`),
    more: (count: string) => `And ${count} more.`,
  },
  page: {
    news: {
      title: 'Emails about notifications',
      question: 'Stop getting emails about what happens on your boards?',
      stopped: 'You will get no more emails about what happens on your boards.',
    },
    summary: {
      title: 'Summary of your day',
      question: 'Stop getting summaries of your day by email?',
      stopped: 'You will get no more summaries of your day. You will still get other emails.',
    },
    stop: 'Stop these emails',
    wrong: 'This link is not complete. You can choose which emails you get in your settings.',
    settings: 'Notification settings',
  },
};
