import { colourNames } from './colours.ts';
import { counted, prefixed } from './counts.ts';

export const labelTexts = {
  noLabels: 'בלוח הזה עדיין אין תוויות. תוויות מקבצות כרטיסים קשורים.',
  newLabel: 'תווית חדשה',
  addLabel: 'הוספת התווית',
  labelName: 'שם התווית',
  editLabel: (name: string) => `עריכת התווית ${name}`,
  deleteThisLabel: 'מחיקת התווית',
  deleteLabel: (cards: number) =>
    cards === 0
      ? 'לאף כרטיס אין התווית הזאת. אי אפשר יהיה לשחזר אותה.'
      : `היא תוסר ${prefixed('מ', counted(cards, 'כרטיס אחד', 'כרטיסים'))}, ואי אפשר יהיה לשחזר אותה.`,
  colour: 'צבע',
  ownColour: 'צבע מותאם',
  colours: colourNames,
};
