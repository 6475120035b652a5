import type { RelationType } from '../../../contract/relation-types.ts';
import { number } from './counts.ts';

export const relationTexts = {
  blocked: 'חסום',
  childrenDone: (done: number, of: number) => `${number(done)} מתוך ${number(of)} כרטיסי בן בוצעו`,
  title: 'קשורים',
  add: 'הוספה',
  addRelated: 'הוספת כרטיס קשור',
  type: 'סוג הקשר',
  find: 'חיפוש כרטיס לפי כותרת או מפתח',
  hint: 'כמה אותיות מהכותרת, או מפתח כמו WEB-12.',
  remove: (key: string) => `הסרת ${key}`,
  removed: (key: string) => `${key} אינו קשור עוד`,
  added: (key: string) => `${key} קשור`,
  left: (key: string) => `הקשר אל ${key} שונה בינתיים, ולכן נשאר כפי שהוא`,
  progress: (done: number, of: number) => `${number(done)} מתוך ${number(of)} בוצעו`,
  done: 'בוצע',
  archived: 'בארכיון',
  types: {
    parent: 'אב',
    child: 'בן',
    'blocked-by': 'חסום על ידי',
    blocks: 'חוסם',
    relates: 'קשור אל',
    duplicates: 'כפילות של',
    'duplicated-by': 'יש לו כפילות',
  } satisfies Record<RelationType, string>,
  headings: {
    parent: 'אב',
    child: 'בנים',
    'blocked-by': 'חסום על ידי',
    blocks: 'חוסם',
    relates: 'קשור אל',
    duplicates: 'כפילות של',
    'duplicated-by': 'כפילויות',
  } satisfies Record<RelationType, string>,
};
