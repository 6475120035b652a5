export const questionTexts = {
  open: 'Offene Fragen',
  someone: 'Jemand',
  asks: (who: string, whom: string | undefined) =>
    whom === undefined ? `${who} fragt` : `${who} fragt ${whom}`,
  asksYou: (who: string) => `${who} fragt dich`,
  options: 'Antworten',
  other: 'Andere Antwort',
  answer: 'Antworten',
  withdraw: 'Zurückziehen',
};
