import { number } from './counts.ts';

export const moveTexts = {
  title: (what: string) => `העברת ${what}`,
  copyTitle: (what: string) => `העתקת ${what}`,
  card: (title: string) => `”${title}”`,
  board: 'לוח',
  list: 'רשימה',
  place: (of: number) => `מקום, 1 עד ${number(of)}`,
  top: 'למעלה',
  bottom: 'למטה',
  at: 'מקום',
  move: 'העברה',
  copy: 'העתקה',
  keep: 'להעתיק גם',
  kept: { labels: 'תוויות', members: 'חברים', checklists: 'רשימות תיוג' },
  copied: (what: string) => `הועתק: ${what}`,
  listMoved: (name: string, place: number, of: number) => `${name}: הועברה למקום ${place} מתוך ${of}`,
  listTitle: (name: string) => `העברת הרשימה ”${name}”`,
};
