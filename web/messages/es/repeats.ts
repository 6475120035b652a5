import { counted, list, number, word } from './counts.ts';

export const repeatTexts = {
  name: 'Repetición',
  never: 'Nunca',
  several: 'Varias',
  choose: 'Buscar',
  custom: 'Personalizada…',
  every: {
    DAILY: (count: number) => (count === 1 ? 'Cada día' : `Cada ${number(count)} días`),
    WEEKLY: (count: number) => (count === 1 ? 'Cada semana' : `Cada ${number(count)} semanas`),
    MONTHLY: (count: number) => (count === 1 ? 'Cada mes' : `Cada ${number(count)} meses`),
    YEARLY: (count: number) => (count === 1 ? 'Cada año' : `Cada ${number(count)} años`),
  },
  weekdays: 'Cada día laborable',
  on: (often: string, day: string) => `${often}, el ${day}`,
  days: (names: readonly string[]) => list(names),
  date: (date: number) => `día ${date}`,
  lastDay: 'último día',
  nth: { 1: 'primer', 2: 'segundo', 3: 'tercer', 4: 'cuarto', [-1]: 'último' } as Readonly<
    Record<number, string>
  >,
  nthDay: (nth: string, day: string) => `${nth} ${day}`,
  afterDone: (often: string) => `${often}, después de hacerla`,
  until: (often: string, day: string) => `${often}, hasta el ${day}`,
  times: (often: string, count: number) => `${often}, ${counted(count, 'vez', 'veces')}`,
  byRule: (rule: string) => `Según la regla ${rule}`,
  interval: 'Cada',
  unit: 'Unidad',
  units: {
    DAILY: (count: number) => word(count, 'día', 'días'),
    WEEKLY: (count: number) => word(count, 'semana', 'semanas'),
    MONTHLY: (count: number) => word(count, 'mes', 'meses'),
    YEARLY: (count: number) => word(count, 'año', 'años'),
  },
  onDays: 'El',
  from: 'Contado desde',
  fromDue: 'El vencimiento',
  fromDone: 'Cuando esté hecha',
  ends: 'Termina',
  endsNever: 'Nunca',
  endsOn: 'En una fecha',
  endsAfter: 'Tras un número de tarjetas',
  lastDate: 'Última fecha',
  count: 'Número de tarjetas, con esta',
  set: 'Aplicar',
};

export const reminderTexts = {
  name: 'Recordatorio',
  choose: 'Elige o escribe: 3 horas',
  atTime: 'Al vencer',
  before: (span: string) => `${span} antes`,
  all: ([first = '', ...others]: readonly string[]) =>
    list([first, ...others.map((each) => each.charAt(0).toLowerCase() + each.slice(1))]),
  day: (days: number, time: string) =>
    days === 0
      ? `El mismo día a las ${time}`
      : days === 1
        ? `El día anterior a las ${time}`
        : `${number(days)} días antes a las ${time}`,
  usual: 'Por defecto, los miembros reciben un recordatorio un día antes.',
  most: (count: number) =>
    `Una tarjeta tiene como máximo ${counted(count, 'recordatorio', 'recordatorios')}.`,
};
