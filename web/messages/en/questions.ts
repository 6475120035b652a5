/* Texts of questions on cards, and of their answers. */

export const questionTexts = {
  open: 'Open questions',
  someone: 'Someone',
  asks: (who: string, whom: string | undefined) =>
    whom === undefined ? `${who} asks` : `${who} asks ${whom}`,
  asksYou: (who: string) => `${who} asks you`,
  options: 'Answers',
  other: 'Another answer',
  answer: 'Answer',
  withdraw: 'Withdraw',
};
