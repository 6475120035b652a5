import type { ProblemCode } from '../../../contract/filter/problems.ts';

export const problemTexts: Readonly<Record<ProblemCode, string>> = {
  'too-long': 'במסנן יש לכל היותר {max} תווים',
  'too-many-terms': 'במסנן יש לכל היותר {max} מונחים, וכל ערך נספר',
  'too-deep': 'סוגריים מקוננים לכל היותר {max} רמות',
  'unclosed-quote': 'המירכאה אינה נסגרת',
  'unclosed-parenthesis': 'הסוגר אינו נסגר',
  'unexpected-parenthesis': 'אין כאן סוגר פתוח',
  'missing-term': 'חסר כאן מה לחפש',
  'missing-value': 'חסר ערך אחרי ”{key}:”',
  'unknown-key': '”{key}” אינו מפתח של מסננים ואינו שדה בלוח; מילים עם נקודתיים שמים במירכאות',
  'unknown-value': '”{value}” אינו ערך של ”{key}”, שמכיר את {allowed}',
  'not-a-date': '”{value}” אינו תאריך; כותבים 2026-12-01, today, week, <7d, 2026-12-01..2026-12-24 או none',
  'not-a-number': '”{value}” אינו מספר; כותבים 5, >=5 או 3..8',
  'unknown-sort': 'אי אפשר למיין לפי ”{value}”; יש {allowed}',
  'too-many-sorts': 'כרטיסים ממוינים לפי {max} דברים לכל היותר',
  'not-on-tiles': 'המסנן הזה נבדק בכרטיסים כפי שלוחות מציגים אותם, ושם אי אפשר לדעת ”{term}”',
  'sort-inside': '”sort:” עומד מחוץ לסוגריים, בלי סימן מינוס לפניו',
};
