import { counted } from './counts.ts';

export const botTexts = {
  title: (count: number) => (count === 0 ? 'בוטים' : counted(count, 'בוט אחד', 'בוטים')),
  hint: 'בוט הוא חבר עבור סוכן או תוכנה אחרת. אפשר להקצות לו כרטיסים ולאזכר אותו, ומה שהוא עושה מסומן. הוא אינו יכול לעשות יותר ממי שהוא שייך לו.',
  add: 'הוספת בוט',
  name: 'שם',
  owner: 'שייך אל',
  ownerHint: 'מי שאחראי לבוט ויוצר את מפתחותיו.',
  role: 'תפקיד',
  ownedBy: (name: string) => `שייך אל ${name}`,
  nobody: 'מישהו שעזב',
  keys: (count: number) => (count === 0 ? 'ללא מפתחות' : counted(count, 'מפתח אחד', 'מפתחות')),
  used: (ago: string) => `שימוש אחרון ${ago}`,
  manage: 'ניהול',
  manageNamed: (name: string) => `ניהול ${name}`,
  keysTitle: 'מפתחות ה־API שלו',
  noKeys: 'אין לו מפתחות API, והוא עדיין אינו יכול לעשות דבר.',
  newKey: 'מפתח חדש',
  pausedFor:
    'אין לו גישה. אם מי שהוא שייך לו עזב או שהרשאותיו צומצמו, יש לשייך אותו קודם למישהו אחר או לתת לו תפקיד אחר.',
  pause: 'השהיה',
  resume: 'החזרת הגישה',
  remove: 'הסרת הבוט',
  removeQuestion: (name: string) => `${name} יאבד את מפתחותיו ויוסר מכרטיסיו. מה שעשה נשאר, בשמו.`,
};
