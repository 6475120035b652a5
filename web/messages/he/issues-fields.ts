const fieldTakes: Record<string, string> = {
  text: 'טקסט בשורה אחת, עד 500 תווים',
  number: 'מספר, עד טריליון',
  money: 'מספר עם ארבע ספרות עשרוניות לכל היותר, עד טריליון',
  date: 'יום כמו 2026-03-01, או תאריך ושעה',
  select: 'אחת מאפשרויותיו',
  'multi-select': 'רשימה מאפשרויותיו, 50 לכל היותר',
  person: 'חבר שרואה את הלוח',
  checkbox: 'true או false',
  link: 'כתובת שמתחילה ב־http://, https:// או mailto:',
};

export const ofFields = {
  'unknown-field': '{field}: ‏{name} אינו שדה בלוח',
  'field-name-taken': '{field}: בלוח כבר יש שדה בשם הזה',
  'workspace-field-name-taken': '{field}: בסביבת העבודה כבר יש שדה בשם הזה',
  'field-name-taken-on-board': '{field}: ללוח שמשתמש בשדה יש אחר בשם הזה',
  'field-of-workspace': '{field}: זהו שדה של סביבת העבודה, והוא משתנה שם',
  'field-type-fixed': '{field}: את סוג השדה אי אפשר לשנות',
  'option-name-taken': '{field}: לשדה כבר יש אפשרות בשם הזה',
  'options-changed': '{field}: לשדה יש כבר אפשרויות שחסרות כאן',
  'unknown-option': '{field} אינו אפשרות של השדה',
  'setting-of-other-type': '{field} אינו מיועד לשדות מסוג {type}',
  'field-takes': ({ field, name, type, max }: { field: string; name: string; type: string; max: number }) =>
    `${field}: ‏${name} מקבל ${type === 'rating' ? `מספר שלם מ־1 עד ${max}` : (fieldTakes[type] ?? type)}`,
  'field-repeated': '{field} כולל את {name} פעמיים, לפי שם ולפי מזהה',
};
