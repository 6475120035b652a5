import { counted, list, number, word } from './counts.ts';

export const repeatTexts = {
  name: 'Répétition',
  never: 'Jamais',
  several: 'Plusieurs',
  choose: 'Rechercher',
  custom: 'Personnalisée…',
  every: {
    DAILY: (count: number) => (count === 1 ? 'Chaque jour' : `Tous les ${number(count)} jours`),
    WEEKLY: (count: number) => (count === 1 ? 'Chaque semaine' : `Toutes les ${number(count)} semaines`),
    MONTHLY: (count: number) => (count === 1 ? 'Chaque mois' : `Tous les ${number(count)} mois`),
    YEARLY: (count: number) => (count === 1 ? 'Chaque année' : `Tous les ${number(count)} ans`),
  },
  weekdays: 'Chaque jour ouvré',
  on: (often: string, day: string) => `${often}, le ${day}`,
  days: (names: readonly string[]) => list(names),
  date: (date: number) => `${date}`,
  lastDay: 'dernier jour',
  nth: { 1: 'premier', 2: 'deuxième', 3: 'troisième', 4: 'quatrième', [-1]: 'dernier' } as Readonly<
    Record<number, string>
  >,
  nthDay: (nth: string, day: string) => `${nth} ${day}`,
  afterDone: (often: string) => `${often}, une fois terminée`,
  until: (often: string, day: string) => `${often}, jusqu’au ${day}`,
  times: (often: string, count: number) => `${often}, ${counted(count, 'fois', 'fois')}`,
  byRule: (rule: string) => `Selon la règle ${rule}`,
  interval: 'Intervalle',
  unit: 'Unité',
  units: {
    DAILY: (count: number) => word(count, 'jour', 'jours'),
    WEEKLY: (count: number) => word(count, 'semaine', 'semaines'),
    MONTHLY: (count: number) => word(count, 'mois', 'mois'),
    YEARLY: (count: number) => word(count, 'an', 'ans'),
  },
  onDays: 'Le',
  from: 'Compté à partir de',
  fromDue: 'L’échéance',
  fromDone: 'La fin de la carte',
  ends: 'Se termine',
  endsNever: 'Jamais',
  endsOn: 'À une date',
  endsAfter: 'Après un nombre de cartes',
  lastDate: 'Dernière date',
  count: 'Nombre de cartes, avec celle-ci',
  set: 'Définir',
};

export const reminderTexts = {
  name: 'Rappel',
  choose: 'Choisissez ou écrivez : 3 heures',
  atTime: 'À l’échéance',
  before: (span: string) => `${span} avant`,
  all: ([first = '', ...others]: readonly string[]) =>
    list([first, ...others.map((each) => each.charAt(0).toLowerCase() + each.slice(1))]),
  day: (days: number, time: string) =>
    days === 0
      ? `Le jour même à ${time}`
      : days === 1
        ? `La veille à ${time}`
        : `${number(days)} jours avant à ${time}`,
  usual: 'Par défaut, les membres reçoivent un rappel un jour avant.',
  most: (count: number) => `Une carte a au plus ${counted(count, 'rappel', 'rappels')}.`,
};
