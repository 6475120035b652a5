export const byTexts = {
  rule: (name: string) => `לפי הכלל ${name}`,
  codeHost: (name: string) => `מתוך ${name}`,
  undo: (name: string) => `בביטול הפעולות של ${name}`,
  mail: 'בדוא״ל',
};
