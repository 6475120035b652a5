export const questionTexts = {
  open: 'Questions ouvertes',
  someone: 'Quelqu’un',
  asks: (who: string, whom: string | undefined) =>
    whom === undefined ? `${who} demande` : `${who} demande à ${whom}`,
  asksYou: (who: string) => `${who} vous demande`,
  options: 'Réponses',
  other: 'Une autre réponse',
  answer: 'Répondre',
  withdraw: 'Retirer',
};
