/* The words of mails about notifications in English. What happened is worded where notifications are shown. */

export const newsTexts = {
  somebody: 'Somebody',
  ofCard: (title: string, board: string) => `${title} (${board})`,
  ofMany: (count: number, board: string, boards: number) => {
    const where = boards > 1 ? ` on ${boards} boards` : boards === 1 ? ` on ${board}` : '';
    return `${count} notifications${where}`;
  },
  others: 'Further notifications',
  open: 'Open the card',
  inbox: 'Open the inbox',
  more: (count: number) => `And ${count} more in your inbox.`,
  why: 'Your notification settings say what you are told by e-mail.',
  noReplies: 'Replies to this e-mail are not read.',
  replies: 'Reply to this e-mail to comment on the card.',
  /** The first line of mails that can be answered: what stands below it in an answer is a quote. */
  replyAbove: '— Reply above this line to comment —',
  settings: 'Notification settings',
  unsubscribe: 'Stop these e-mails',
  page: {
    title: 'E-mails about notifications',
    question: 'Do you want no more e-mails about what happens on your boards?',
    stop: 'Stop these e-mails',
    stopped: 'You will get no more e-mails about what happens on your boards.',
    wrong: 'This link is not complete. You find what you are told by e-mail in your settings.',
    settings: 'Notification settings',
  },
};
