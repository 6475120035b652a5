import { counted, list, number, word } from './counts.ts';

export const repeatTexts = {
  name: 'Wiederholen',
  never: 'Nie',
  several: 'Mehrere',
  choose: 'Suchen',
  custom: 'Benutzerdefiniert …',
  every: {
    DAILY: (count: number) => (count === 1 ? 'Jeden Tag' : `Alle ${number(count)} Tage`),
    WEEKLY: (count: number) => (count === 1 ? 'Jede Woche' : `Alle ${number(count)} Wochen`),
    MONTHLY: (count: number) => (count === 1 ? 'Jeden Monat' : `Alle ${number(count)} Monate`),
    YEARLY: (count: number) => (count === 1 ? 'Jedes Jahr' : `Alle ${number(count)} Jahre`),
  },
  weekdays: 'Jeden Werktag',
  on: (often: string, day: string) => `${often} am ${day}`,
  days: (names: readonly string[]) => list(names),
  date: (date: number) => `${date}.`,
  lastDay: 'letzten Tag',
  nth: { 1: 'ersten', 2: 'zweiten', 3: 'dritten', 4: 'vierten', [-1]: 'letzten' } as Readonly<
    Record<number, string>
  >,
  nthDay: (nth: string, day: string) => `${nth} ${day}`,
  afterDone: (often: string) => `${often}, nachdem sie erledigt ist`,
  until: (often: string, day: string) => `${often}, bis ${day}`,
  times: (often: string, count: number) => `${often}, ${counted(count, 'Mal', 'Mal')}`,
  byRule: (rule: string) => `Nach der Regel ${rule}`,
  interval: 'Alle',
  unit: 'Einheit',
  units: {
    DAILY: (count: number) => word(count, 'Tag', 'Tage'),
    WEEKLY: (count: number) => word(count, 'Woche', 'Wochen'),
    MONTHLY: (count: number) => word(count, 'Monat', 'Monate'),
    YEARLY: (count: number) => word(count, 'Jahr', 'Jahre'),
  },
  onDays: 'Am',
  from: 'Gezählt ab',
  fromDue: 'Der Fälligkeit',
  fromDone: 'Dem Erledigen',
  ends: 'Endet',
  endsNever: 'Nie',
  endsOn: 'An einem Datum',
  endsAfter: 'Nach einer Anzahl Karten',
  lastDate: 'Letztes Datum',
  count: 'Anzahl Karten, mit dieser',
  set: 'Festlegen',
};

export const reminderTexts = {
  name: 'Erinnerung',
  choose: 'Wähle oder schreibe: 3 Stunden',
  atTime: 'Zur Fälligkeit',
  before: (span: string) => `${span} vorher`,
  all: ([first = '', ...others]: readonly string[]) =>
    list([first, ...others.map((each) => each.charAt(0).toLowerCase() + each.slice(1))]),
  day: (days: number, time: string) =>
    days === 0
      ? `Am selben Tag um ${time}`
      : days === 1
        ? `Am Tag davor um ${time}`
        : `${number(days)} Tage vorher um ${time}`,
  usual: 'Normalerweise werden Mitglieder einen Tag vorher erinnert.',
  most: (count: number) => `Eine Karte hat höchstens ${counted(count, 'Erinnerung', 'Erinnerungen')}.`,
};
