import { counted, number } from './counts.ts';

export const archiveTexts = {
  lists: 'רשימות',
  cards: 'כרטיסים',
  list: (count: number | null, archived: string) =>
    count === null ? archived : `${counted(count, 'כרטיס אחד', 'כרטיסים')} · ${archived}`,
  listsDeleted: (count: number) => `לאשפה: ${counted(count, 'רשימה אחת', 'רשימות')}`,
  inArchivedList: 'ברשימה שבארכיון',
  search: 'חיפוש בארכיון',
  noneArchived: 'אין כרטיסים בארכיון.',
  noneFound: 'אין בארכיון כרטיסים שמתאימים לחיפוש.',
  archived: (ago: string) => `הועבר לארכיון ${ago}`,
  restore: 'שחזור',
  restored: (count: number) => `שוחזר: ${counted(count, 'פריט אחד', 'פריטים')}`,
  toTrash: 'מחיקה',
  deleted: (count: number) => `לאשפה: ${counted(count, 'כרטיס אחד', 'כרטיסים')}`,
  kinds: { board: 'לוח', list: 'רשימה', card: 'כרטיס', attachment: 'קובץ' },
  deletedBy(name: string | undefined, ago: string, kind: string) {
    const deleted = kind === 'list' ? 'נמחקה' : 'נמחק';
    return name ? `${deleted} על ידי ${name} ${ago}` : `${deleted} ${ago}`;
  },
  trashHint: 'אפשר לשחזר פריטים שנמחקו במשך 30 יום. אחר כך הם נעלמים לתמיד.',
  trashEmpty: 'האשפה ריקה.',
  pick: (title: string) => `בחירת ${title}`,
  pickAll: 'בחירת הכול',
  picked: (count: number) => `נבחרו ${number(count)}`,
  more: 'הצגת עוד',
};
