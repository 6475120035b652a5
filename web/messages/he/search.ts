import { counted } from './counts.ts';

export const searchTexts = {
  placeholder: 'חיפוש לוחות וכרטיסים',
  hint: 'חיפוש בכותרות, בתיאורים, בתגובות ובמספרי כרטיסים בכל סביבות העבודה שלך.',
  kind: 'מה לחפש',
  kinds: { all: 'הכול', card: 'כרטיסים', board: 'לוחות' },
  count: (count: number) => (count === 0 ? 'לא נמצא דבר' : counted(count, 'תוצאה אחת', 'תוצאות')),
  changed: (ago: string) => `שונה ${ago}`,
};
