import type { RelationType } from '../../../contract/relation-types.ts';
import { counted, list, number } from './counts.ts';
import { relationTexts } from './relations.ts';

const types: Readonly<Record<RelationType, string>> = relationTexts.types;

export const proposalTexts = {
  open: (count: number, hasMore: boolean) =>
    hasMore ? `יותר מ־${number(count)} הצעות` : `${number(count)} הצעות`,
  openTitle: 'כרטיסים שמחכים שמישהו יקבל אותם',
  hint: 'כרטיסים שסוכנים או אנשים מציעים. הם בלוח ברגע שמישהו מקבל אותם.',
  none: 'אין הצעות.',
  more: (count: number) => `אלה ${number(count)} הראשונות. האחרות יבואו אחרי החלטה על חלק מהן.`,
  someone: 'מישהו',
  proposes: (who: string, count: number) => `${who} מציע/ה ${counted(count, 'כרטיס אחד', 'כרטיסים')}`,
  accept: 'קבלה',
  acceptOne: (title: string) => `קבלת ${title}`,
  acceptAll: 'קבלת הכול',
  edit: 'עריכה',
  editOne: (title: string) => `עריכת ${title}`,
  acceptEdited: 'קבלה עם שינויים',
  discard: 'דחייה',
  discardOne: (title: string) => `דחיית ${title}`,
  discardAll: 'דחיית הכול',
  discardQuestion: (count: number) =>
    `${counted(count, 'כרטיס אחד יידחה', 'כרטיסים יידחו')}. מי שהציע יכול לראות זאת.`,
  title: 'כותרת',
  description: 'תיאור',
  list: 'רשימה',
  firstList: 'הרשימה הראשונה',
  goneList: 'רשימה שכבר אינה קיימת',
  keeps: 'להשאיר',
  kept: (part: string, names: readonly string[]) => `${part}: ${list(names)}`,
  labels: 'תוויות',
  members: 'חברים',
  dates: 'תאריכים',
  relations: 'קשרים',
  goneMember: 'מישהו שכבר אינו כאן',
  start: (date: string) => `מתחיל ${date}`,
  due: (date: string) => `יעד ${date}`,
  items: (count: number) => counted(count, 'פריט תיוג אחד', 'פריטי תיוג'),
  relation: (type: RelationType, title: string) => `${types[type]} ”${title}”`,
  otherCard: 'כרטיס אחר',
  leftOut: (count: number) =>
    `${counted(count, 'קשר אחד הושמט', 'קשרים הושמטו')}: הכרטיסים האחרים אינם קיימים עוד.`,
  problemOf: (title: string, problem: string) => `”${title}”: ${problem}`,
  problems: {
    'unknown-list-of-board': 'הרשימה שלו אינה קיימת עוד. יש לבחור ”עריכה”, ורשימה אחרת.',
    'several-lists': 'ייתכן שהכוונה לכמה רשימות. יש לבחור ”עריכה”, ואחת מהן.',
    'members-blind': 'אחד החברים אינו יכול עוד לראות את הלוח. יש לבחור ”עריכה”, ולהשמיט את החברים.',
  } as Readonly<Record<string, string>>,
};
