import type { NewsTexts } from './en-news.ts';

export const newsTexts: NewsTexts = {
  somebody: 'Quelqu’un',
  ofCard: (title, board) => `${title} (${board})`,
  ofMany: (count, board, boards) => {
    const where = boards > 1 ? ` sur ${boards} tableaux` : boards === 1 ? ` sur ${board}` : '';
    return `${count} notifications${where}`;
  },
  others: 'Autres notifications',
  thisCard: { start: 'Cette carte', within: 'cette carte' },
  open: 'Ouvrir la carte',
  inbox: 'Ouvrir la boîte de réception',
  more: (count) => `Et ${count} de plus dans votre boîte de réception.`,
  why: 'Vos paramètres de notification disent ce qui vous est envoyé par e-mail.',
  noReplies: 'Les réponses à cet e-mail ne sont pas lues.',
  replies: 'Répondez à cet e-mail pour commenter la carte.',
  answers: 'Répondez à cet e-mail pour répondre à la question.',
  replyAbove: '— Répondez au-dessus de cette ligne pour commenter —',
  settings: 'Paramètres de notification',
  unsubscribe: 'Ne plus recevoir ces e-mails',
  summary: {
    why: 'Vous recevez ceci les jours de votre récapitulatif, et jamais quand il n’y a rien à dire. Les réponses à cet e-mail ne sont pas lues.',
    open: 'Ouvrir mon travail',
    counts: {
      overdue: (count) => `${count} en retard`,
      today: (count) => `${count} pour aujourd’hui`,
      waiting: (count) => `${count} en attente de votre réponse`,
      finished: (count) => `${count} ${count === '1' ? 'terminée' : 'terminées'}`,
    },
    over: (count) => `plus de ${count}`,
    headings: {
      overdue: 'En retard',
      today: 'Pour aujourd’hui',
      waiting: 'En attente de votre réponse',
      finished: (since) => (since === undefined ? 'Terminées hier' : `Terminées depuis ${since}`),
    },
    subject: (counts) => `Votre journée : ${counts.join(', ')}`,
    on: (board, when) => (when === undefined ? board : `${board} · ${when}`),
    more: (count) => `Et ${count} de plus.`,
  },
  page: {
    news: {
      title: 'E-mails de notification',
      question: 'Ne plus recevoir d’e-mails sur ce qui se passe sur vos tableaux ?',
      stopped: 'Vous ne recevrez plus d’e-mails sur ce qui se passe sur vos tableaux.',
    },
    summary: {
      title: 'Résumé de votre journée',
      question: 'Ne plus recevoir de résumés de votre journée par e-mail ?',
      stopped: 'Vous ne recevrez plus de résumés de votre journée. Les autres e-mails continuent.',
    },
    stop: 'Ne plus recevoir ces e-mails',
    wrong: 'Ce lien n’est pas complet. Vos paramètres disent ce qui vous est envoyé par e-mail.',
    settings: 'Paramètres de notification',
  },
};
