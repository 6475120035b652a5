import { counted, list, number, word } from './counts.ts';

export const repeatTexts = {
  name: 'חזרה',
  never: 'אף פעם',
  several: 'מספר ערכים',
  choose: 'חיפוש',
  custom: 'מותאם…',
  every: {
    DAILY: (count: number) => `כל ${counted(count, 'יום', 'ימים')}`,
    WEEKLY: (count: number) => `כל ${counted(count, 'שבוע', 'שבועות')}`,
    MONTHLY: (count: number) => `כל ${counted(count, 'חודש', 'חודשים')}`,
    YEARLY: (count: number) => `כל ${counted(count, 'שנה', 'שנים')}`,
  },
  weekdays: 'כל יום עבודה',
  on: (often: string, day: string) => `${often}, ב${day}`,
  days: (names: readonly string[]) => list(names),
  date: (date: number) => `־${date} בחודש`,
  lastDay: 'יום האחרון',
  nth: { 1: 'הראשון', 2: 'השני', 3: 'השלישי', 4: 'הרביעי', [-1]: 'האחרון' } as Readonly<
    Record<number, string>
  >,
  nthDay: (nth: string, day: string) => `${day} ${nth}`,
  afterDone: (often: string) => `${often}, אחרי שבוצע`,
  until: (often: string, day: string) => `${often}, עד ${day}`,
  times: (often: string, count: number) => `${often}, ${counted(count, 'פעם אחת', 'פעמים')}`,
  byRule: (rule: string) => `לפי הכלל ${rule}`,
  interval: 'כל',
  unit: 'יחידה',
  units: {
    DAILY: (count: number) => word(count, 'יום', 'ימים'),
    WEEKLY: (count: number) => word(count, 'שבוע', 'שבועות'),
    MONTHLY: (count: number) => word(count, 'חודש', 'חודשים'),
    YEARLY: (count: number) => word(count, 'שנה', 'שנים'),
  },
  onDays: 'ב',
  from: 'נספר מ',
  fromDue: 'תאריך היעד',
  fromDone: 'רגע הביצוע',
  ends: 'מסתיים',
  endsNever: 'אף פעם',
  endsOn: 'בתאריך',
  endsAfter: 'אחרי מספר כרטיסים',
  lastDate: 'התאריך האחרון',
  count: 'מספר הכרטיסים, כולל זה',
  set: 'החלה',
};

export const reminderTexts = {
  name: 'תזכורת',
  choose: 'בחירה או כתיבה: 3 שעות',
  atTime: 'בתאריך היעד',
  before: (span: string) => `${span.replace(/^1 /, '')} לפני`,
  all: ([first = '', ...others]: readonly string[]) =>
    list([first, ...others.map((each) => each.charAt(0).toLowerCase() + each.slice(1))]),
  day: (days: number, time: string) =>
    days === 0
      ? `באותו יום בשעה ${time}`
      : days === 1
        ? `יום לפני בשעה ${time}`
        : `${number(days)} ימים לפני בשעה ${time}`,
  usual: 'כברירת מחדל, חברים מקבלים תזכורת יום לפני.',
  most: (count: number) => `לכרטיס יש לכל היותר ${counted(count, 'תזכורת אחת', 'תזכורות')}.`,
};
