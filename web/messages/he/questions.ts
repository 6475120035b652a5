export const questionTexts = {
  open: 'שאלות פתוחות',
  someone: 'מישהו',
  asks: (who: string, whom: string | undefined) =>
    whom === undefined ? `${who} שואל/ת` : `${who} שואל/ת את ${whom}`,
  asksYou: (who: string) => `${who} שואל/ת אותך`,
  options: 'תשובות',
  other: 'תשובה אחרת',
  answer: 'תשובה',
  withdraw: 'משיכת השאלה',
};
