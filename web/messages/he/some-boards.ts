import { counted, list } from './counts.ts';

export const someBoardsTexts = {
  label: 'לוחות',
  all: 'כל הלוחות',
  find: 'חיפוש לוח',
  none: 'עדיין אין לוחות.',
  listed: list,
  others: (count: number) => counted(count, 'לוח אחד שאינו גלוי לך', 'לוחות שאינם גלויים לך'),
};
