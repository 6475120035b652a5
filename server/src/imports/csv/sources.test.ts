import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { SyncSpool } from '../../base/storage/sync-spool.ts';
import { nth } from '../../testing/fixtures.ts';
import { type TableName, tables } from '../../testing/tables.ts';
import { type CsvOptions, csvReading } from '../csv.ts';
import type { FileBoard } from '../reading/file-board.ts';
import { columnsReading } from './columns.ts';
import { planOf } from './plan.ts';
import { reached, valuesIn } from './row-values.ts';
import { personKey, personOf } from './values.ts';

function read(text: string, options: CsvOptions = {}) {
  const reading = csvReading(new SyncSpool(tmpdir()), options);
  reading.push(Buffer.from(text));
  const { cards, warnings, ...board } = reading.end() as FileBoard;
  return { ...board, fields: board.fields ?? [], cards: [...cards], warnings: warnings.lines() };
}

function columnsOf(text: string) {
  const reading = columnsReading();
  reading.push(Buffer.from(text));
  return reading.end();
}

const day = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at / 1000).toISOString().slice(0, 10);

/** What is on a card, with names in place of places. */
function shown(board: ReturnType<typeof read>, title: string) {
  const card = board.cards.find((each) => each.title === title);
  assert.ok(card, `there is no card ${title}`);
  const person = (place: number) => board.people[place]?.email ?? board.people[place]?.name;
  return {
    list: board.lists[card.list]?.name,
    labels: card.labels.map((place) => board.labels[place]?.name),
    members: card.members.map(person),
    start: day(card.startAt),
    due: day(card.dueAt),
    done: card.completed === true,
    number: card.number,
    items: card.checklists.flatMap(({ items }) => items.map((item) => item.title)),
    comments: card.comments.map(({ text }) => text),
    values: Object.fromEntries(
      (card.values ?? []).map(({ field, value }) => [board.fields[field]?.name, value]),
    ),
  };
}

const both = ['Ann Lee', 'Bo Hansen'];
const onHull = { labels: ['hull', 'paint'], done: false, number: null, items: [], comments: [] };

/** The card “Paint the hull” of each table. */
const painted: Record<Exclude<TableName, 'german' | 'french' | 'spanish' | 'hebrew'>, object> = {
  jira: {
    ...onHull,
    list: 'In Progress',
    members: ['Lee, Ann'],
    start: '2025-12-01',
    due: '2025-12-24',
    number: 7,
    comments: ['Which colour?', 'Blue.'],
    values: {
      'Issue Type': 'Task',
      Priority: 'High',
      Sprint: ['Sprint 1', 'Sprint 2'],
      'Story Points': 3,
      Approved: true,
    },
  },
  asana: {
    ...onHull,
    list: 'Doing',
    members: ['ann@example.com'],
    start: '2026-01-10',
    due: '2026-01-24',
    values: { Projects: 'Dry dock', Effort: 'High' },
  },
  linear: {
    ...onHull,
    list: 'In Progress',
    members: ['ann@example.com'],
    start: null,
    due: '2026-06-24',
    number: 7,
    values: {
      Team: 'Dock',
      Estimate: 3,
      Priority: 'High',
      Project: 'Refit',
      'Cycle Number': '4',
      'Cycle Name': 'Spring',
      Started: '2026-05-13T09:00:00.000Z',
    },
  },
  todoist: {
    ...onHull,
    list: 'Doing',
    members: ['Ann'],
    start: null,
    due: '2026-10-05',
    comments: ['Which colour?'],
    values: { PRIORITY: '1', DURATION: 90, DURATION_UNIT: 'minute', DEADLINE: '2026-10-09' },
  },
  clickup: {
    ...onHull,
    list: 'in progress',
    members: both,
    start: '2025-12-01',
    due: '2025-12-24',
    items: ['sand', 'prime'],
    comments: ['Which colour?'],
    values: {
      'Task Type': 'Task',
      Priority: '2',
      'List Name': 'Refit',
      'Time Estimated Text': '1h',
      Budget: 1200.5,
      Supplier: 'Chandler',
    },
  },
  notion: {
    ...onHull,
    list: 'In progress',
    members: both,
    start: '2026-01-05',
    due: '2026-01-09',
    values: { Priority: 'High', Approved: true, Pages: 3 },
  },
  monday: {
    ...onHull,
    labels: [],
    list: 'Afloat',
    members: ['Ann Lee'],
    start: '2026-01-05',
    due: '2026-01-24',
    items: ['sand', 'prime'],
    values: { Status: 'Working on it' },
  },
  planner: {
    ...onHull,
    list: 'Doing',
    members: both,
    start: '2025-12-01',
    due: '2025-12-24',
    items: ['sand', 'prime'],
    values: { Priority: 'Important' },
  },
  github: {
    ...onHull,
    list: 'In progress',
    members: ['ann', 'bo'],
    start: '2026-01-05',
    due: '2026-01-24',
    values: { Milestone: 'Spring', Repository: 'dock/refit', Reviewers: 'bo', Estimate: 3 },
  },
  gitlab: {
    ...onHull,
    list: 'Open',
    members: ['Ann Lee'],
    start: null,
    due: '2026-01-24',
    number: 7,
    values: { Milestone: 'Spring', Weight: 3, 'Time Estimate': 28_800, 'Time Spent': 0 },
  },
  trello: {
    ...onHull,
    list: 'Doing',
    members: both,
    start: '2026-01-05',
    due: '2026-01-24',
    values: { Points: 3 },
  },
  own: {
    ...onHull,
    list: 'Doing',
    members: both,
    start: '2026-01-05',
    due: '2026-01-24',
    number: 7,
    items: ['sand', 'prime'],
    values: { Stage: 'Draft', Cost: 1200.5, Description: 'short' },
  },
  plain: {
    ...onHull,
    list: 'Doing',
    members: ['ann@example.com'],
    start: null,
    due: '2025-12-24',
    values: {
      Priority: 'High',
      Cost: 1200.5,
      Website: 'https://example.com/hull',
      Paid: true,
      Contact: { person: 1 },
    },
  },
};

for (const [name, expected] of Object.entries(painted) as [TableName, object][]) {
  test(`a card of the table of ${name} has what the columns say`, () => {
    assert.deepEqual(shown(read(tables[name]), 'Paint the hull'), expected);
  });
}

test('headings may be in another language, and numbers written its way', () => {
  const board = read(tables.german);
  assert.deepEqual(shown(board, 'Rumpf streichen'), {
    ...onHull,
    labels: ['Rumpf', 'Farbe'],
    list: 'In Arbeit',
    members: ['Ann Lee'],
    start: null,
    due: '2025-12-24',
    values: { Aufwand: 1200.5, Priorität: 'Hoch' },
  });
  assert.equal(shown(board, 'Kombüse umbauen').due, '2026-01-05');

  const french = read(tables.french);
  assert.deepEqual(shown(french, 'Repeindre la coque'), {
    ...onHull,
    labels: ['coque', 'peinture'],
    list: 'En cours',
    members: ['Ann Lee'],
    start: '2026-01-05',
    due: '2026-12-24',
    values: { Budget: 1200.5, Priorité: 'Haute' },
  });
  const { done, due, values } = shown(french, 'Refaire la cuisine');
  assert.deepEqual([done, due, values], [true, '2026-02-05', { Budget: 1250, Priorité: 'Basse' }]);

  const spanish = read(tables.spanish);
  assert.deepEqual(shown(spanish, 'Pintar el casco'), {
    ...onHull,
    labels: ['casco', 'pintura'],
    list: 'En curso',
    members: ['Ann Lee'],
    start: null,
    due: '2026-12-05',
    values: { Coste: 1200.5, Prioridad: 'Alta' },
  });
  const cocina = spanish.cards.find(({ title }) => title === 'Reformar la cocina');
  assert.deepEqual([cocina?.dueAt, cocina?.completed], [Date.UTC(2026, 11, 31, 14, 30) * 1000, true]);
  assert.deepEqual(spanish.warnings, ['dates read as day, month and year: 1 (“05/12/2026”)']);

  const hebrew = read(tables.hebrew);
  assert.deepEqual(shown(hebrew, 'צביעת הגוף'), {
    ...onHull,
    labels: ['גוף', 'צבע'],
    list: 'בביצוע',
    members: ['דנה לוי'],
    start: null,
    due: '2026-12-05',
    values: { עלות: 1200.5, עדיפות: 'גבוהה' },
  });
  assert.equal(shown(hebrew, 'שיפוץ המטבח').due, '2026-12-31');
});

test('headings of a language are known without accents and with other apostrophes, dashes and capitals', () => {
  const uses = (...headings: string[]) => {
    const { columns } = columnsOf(
      `${headings.map((each) => `"${each}"`).join(';')}\n${'x;'.repeat(headings.length)}`,
    );
    return columns.map(({ use }) => use);
  };
  assert.deepEqual(uses('TITRE', 'Etiquettes', "Date d'echeance", 'Sous‑tâches', 'Mots-clés'), [
    'title',
    'labels',
    'due',
    'checklist',
    'labels',
  ]);
  assert.deepEqual(uses('titel', 'Faellig am', 'ZUSTÄNDIG'), ['title', 'due', 'members']);
  assert.deepEqual(uses('Titulo', 'Descripcion', 'Creado por'), ['title', 'description', 'creator']);
  assert.deepEqual(uses('\u200fכותרת', 'תת־משימות', 'מס׳'), ['title', 'checklist', 'number']);
});

test('whether decimals follow a comma is told by the numbers, or else by semicolons and the language', () => {
  const amounts = (separator: string, heading: string, ...texts: string[]) => {
    const rows = texts.map((text) => `a${separator}"${text}"`);
    const { cards, warnings } = read([`${heading}${separator}X`, ...rows].join('\n'));
    return [...cards.map(({ values = [] }) => values[0]?.value), ...warnings];
  };
  const unclear = (example: string) => `numbers read with a decimal comma: 1 (“${example}”)`;
  assert.deepEqual(amounts(',', 'title', '1.234', '2,500'), [1.234, 2500]);
  assert.deepEqual(amounts(';', 'title', '1.234', '12,5'), [1234, 12.5]);
  assert.deepEqual(amounts(';', 'title', '1.234'), [1234, unclear('1.234')]);
  assert.deepEqual(amounts(';', 'title', '1,234', '1.5'), [1234, 1.5]);
  assert.deepEqual(amounts(',', 'title', '1.234', '1.234.567,8'), [1234, 1_234_567.8]);
  assert.deepEqual(amounts(',', 'Titel', '1.234'), [1234, unclear('1.234')]);
  assert.deepEqual(amounts(',', 'Título', '1,234', '9'), [1234, 9]);
  assert.deepEqual(amounts(',', 'כותרת', '1,234', '9'), [1234, 9]);
});

test('marks say in each language whether a card is done', () => {
  const text = [
    'Titel,Erledigt',
    'a,Ja',
    'b,offen',
    'c,hecho',
    'd,à faire',
    'e,הושלם',
    'f,Terminée',
    'g,pendiente',
  ];
  const { cards, warnings } = read(text.join('\n'));
  assert.deepEqual(
    cards.map(({ completed }) => completed),
    [true, false, true, false, true, true, false],
  );
  assert.deepEqual(warnings, []);
});

test('sections, groups, subitems and notes are no cards', () => {
  const titles = (name: TableName) => read(tables[name]).cards.map(({ title }) => title);
  assert.deepEqual(titles('todoist'), [
    'Order rope',
    'Refit the galley',
    'Paint the hull',
    'Check the moorings',
  ]);
  assert.deepEqual(titles('monday'), ['Paint the hull', 'Order rope', 'Refit the galley']);
  const { name, lists } = read(tables.monday);
  assert.deepEqual([name, lists.map((list) => list.name)], ['Dry dock', ['Afloat', 'Ashore']]);
});

test('a short row is looked at as far as it reaches, however many headings there are', () => {
  const headings = Array.from({ length: 2000 }, (_, place) => (place % 2 === 0 ? `C${place}` : 'Labels'));
  const { columns } = planOf({ line: 1, fields: headings });
  let looked = 0;
  const fields = new Proxy(['a', 'b', 'c'], {
    get: (all, name) => {
      if (name !== 'length') looked++;
      return Reflect.get(all, name) as unknown;
    },
  });
  const within = reached(columns, { fields });
  assert.deepEqual(
    within.map(({ heading }) => heading),
    ['C0', 'Labels', 'C2'],
  );
  assert.deepEqual(
    within.flatMap((column) => valuesIn({ fields }, column)),
    ['a', 'b', 'c'],
  );
  assert.equal(looked, 3);
});

test('rows of types that are not known are counted together', () => {
  const [header = ''] = tables.todoist.split('\n', 1);
  const rows = Array.from({ length: 500 }, (_, place) => `kind ${place},x`);
  const { warnings } = read([header, 'task,Paint', ...rows].join('\n'));
  assert.deepEqual(warnings, ['rows of other types left out: 500', 'column “TYPE” left out: 1']);
});

test('cards are related to those that their rows name', () => {
  const related = (name: TableName) => {
    const { cards } = read(tables[name]);
    const titles = new Map(cards.map(({ key, title }) => [key, title]));
    const { relations = [] } = cards.find(({ title }) => title === 'Paint the hull') ?? {};
    return relations.map(({ type, key }) => [type, titles.get(key)]);
  };
  const parent = ['parent', 'Refit the galley'];
  const blocked = ['blocked-by', 'Order rope'];
  assert.deepEqual(related('jira'), [parent, blocked]);
  assert.deepEqual(related('asana'), [parent, blocked]);
  for (const name of ['linear', 'todoist', 'clickup', 'notion', 'github'] as const)
    assert.deepEqual(related(name), [parent], name);
  const { cards } = read('title,id,parent issue,team,status,cycle number\na,X-1,X-9,,,\n');
  assert.equal(cards[0]?.description, '- **parent issue:** X-9');
});

test('a title does not take the place of the key of a later row', () => {
  const relating = (use: 'parent' | 'blocked-by', rows: readonly string[]) => {
    const mapping = new Map([
      [0, 'key'],
      [1, 'title'],
      [2, use],
    ] as const);
    const { cards } = read(['id,title,other', ...rows].join('\n'), { mapping });
    const titles = new Map(cards.map(({ key, title }) => [key, title]));
    const of = ({ relations = [] }: (typeof cards)[number]) => relations.map(({ key }) => titles.get(key));
    return cards.map((card) => ({ others: of(card), description: card.description }));
  };
  const long = 'long '.repeat(200).trim();
  const rows = ['X-2,X-1,', 'X-1,Paint,', `X-3,${long},`, 'X-4,Sand,X-1', `X-5,Oil,${long}`];
  const [, , , sand, oil] = relating('parent', rows);
  assert.deepEqual([sand?.others, oil?.others], [['Paint'], []]);
  const many = Array.from({ length: 150 }, (_, place) => `X-${place}`);
  const below = relating('blocked-by', [...many.map((id) => `${id},t,`), `Y-1,t,"${many.join(', ')}"`]).at(
    -1,
  );
  assert.deepEqual([below?.others.length, below?.description.split(', ').length], [100, 50]);
});

test('what no card has a place for stands in its description', () => {
  const about = (name: TableName, title = 'Paint the hull') =>
    read(tables[name]).cards.find((card) => card.title === title)?.description;
  assert.equal(
    about('jira'),
    'Two coats, then *sand*\n\n- **Attachment:** [plan.png](<https://example.com/a/plan.png>)',
  );
  assert.equal(about('todoist', 'Check the moorings'), '- **DATE:** every monday at 9am');
  assert.match(about('clickup') ?? '', /\[plan\.png\]\(<https:\/\/example\.com\/plan\.png>\)$/);
});

const uses: Record<string, string> = {
  'leave-out': 'left out',
  'member-emails': 'addresses of members',
  'blocked-by': 'relation: blocked by',
  blocks: 'relation: blocks',
  relates: 'relation: relates to',
  duplicates: 'relation: duplicates',
  parent: 'relation: parent',
  key: 'left out',
  link: 'link in the description',
  detail: 'line of the description',
  number: 'number of the card',
  created: 'time of creation',
  creator: 'author',
  completed: 'done',
  due: 'due date',
  start: 'start date',
};

const useText = (use: string): string =>
  uses[use] ?? use.replace(/^field-(.+)$/, (_whole, type: string) => `field: ${type}`);

/** The table of a program in the document. */
function documented(name: TableName): string {
  const { columns } = columnsOf(tables[name]);
  const lines = columns.map(({ heading, use }) => `| ${heading.replaceAll('|', '\\|')} | ${useText(use)} |`);
  return ['| column | becomes |', '|---|---|', ...lines].join('\n');
}

test('the document lists what becomes of each column of each program', () => {
  const file = join(import.meta.dirname, '../../../../docs/importing.md');
  const text = readFileSync(file, 'utf8');
  for (const name of Object.keys(tables) as TableName[]) {
    assert.ok(text.includes(documented(name)), `${name} should be:\n${documented(name)}`);
  }
});

test('dates of many forms are read', () => {
  const forms: Record<string, string | null> = {
    '2026-12-24': '2026-12-24T00:00:00.000Z',
    '2026/12/24': '2026-12-24T00:00:00.000Z',
    '2026-12-24 09:05:00 UTC': '2026-12-24T09:05:00.000Z',
    '05/Oct/25 12:00 AM': '2025-10-05T00:00:00.000Z',
    '05/Oct/25 12:30 PM': '2025-10-05T12:30:00.000Z',
    '5-Okt-2025 14:30': '2025-10-05T14:30:00.000Z',
    'Wed May 13 2026 08:15:30 GMT+0200 (CEST)': '2026-05-13T06:15:30.000Z',
    'January 5, 2026': '2026-01-05T00:00:00.000Z',
    'May 2, 2024 3:04 PM': '2024-05-02T15:04:00.000Z',
    'Tuesday, May 5th 2026, 9:00:00 am +02:00': '2026-05-05T07:00:00.000Z',
    '10/01/2026': '2026-10-01T00:00:00.000Z',
    '10/5/2025, 9:12:33 AM GMT+2': '2025-10-05T07:12:33.000Z',
    '24.12.2026': '2026-12-24T00:00:00.000Z',
    '24. Dezember 2026': '2026-12-24T00:00:00.000Z',
    '24 déc. 2026': '2026-12-24T00:00:00.000Z',
    '24 de diciembre de 2026': '2026-12-24T00:00:00.000Z',
    '24 dic 2026, 2:30 p. m.': '2026-12-24T14:30:00.000Z',
    'jueves, 24 de diciembre de 2026 a las 14:30': '2026-12-24T14:30:00.000Z',
    'jeudi 24 décembre 2026 à 14h30': '2026-12-24T14:30:00.000Z',
    '24 בדצמ׳ 2026': '2026-12-24T00:00:00.000Z',
    'יום ה׳, 24 בדצמבר 2026 בשעה 14:30': '2026-12-24T14:30:00.000Z',
    '1759655520000': '2025-10-05T09:12:00.000Z',
    '30/Feb/26': null,
    '99/99/2026': null,
    'next Tuesday': null,
    '24 Smarch 2026': null,
  };
  for (const [text, expected] of Object.entries(forms)) {
    const { cards } = read(`title,due\na,"${text}"`);
    const { dueAt } = nth(cards, 0);
    assert.equal(dueAt === null ? null : new Date(dueAt / 1000).toISOString(), expected, text);
  }
});

test('dates of numbers begin with the month, unless one of the file cannot', () => {
  const dues = (...dates: string[]) => {
    const { cards, warnings } = read(['title,due', ...dates.map((date) => `a,${date}`)].join('\n'));
    return { days: cards.map(({ dueAt }) => day(dueAt)), warnings };
  };
  assert.deepEqual(dues('01/02/2026', '24/12/2026'), { days: ['2026-02-01', '2026-12-24'], warnings: [] });
  assert.deepEqual(dues('01/02/2026', '12/24/2026'), { days: ['2026-01-02', '2026-12-24'], warnings: [] });
  assert.deepEqual(dues('01/02/2026', '03/03/2026'), {
    days: ['2026-01-02', '2026-03-03'],
    warnings: ['dates read as month, day and year: 1 (“01/02/2026”)'],
  });
});

test('where semicolons separate fields, or headings are in another language, dates begin with the day', () => {
  const dues = (header: string, date: string) => {
    const { cards, warnings } = read(`${header}\na${header.includes(';') ? ';' : ','}${date}`);
    return [day(cards[0]?.dueAt), ...warnings];
  };
  const noted = 'dates read as day, month and year: 1 (“01/02/2026”)';
  assert.deepEqual(dues('title;due', '01/02/2026'), ['2026-02-01', noted]);
  assert.deepEqual(dues('Titre,Échéance', '01/02/2026'), ['2026-02-01', noted]);
  // A date that can be read in one way only says more.
  assert.deepEqual(dues('title;due', '12/24/2026'), ['2026-12-24']);
});

test('what is no date does not say how dates begin', () => {
  const rows = ['a,01/02/2026,13/04/1', 'b,03/03/2026,25/11 and more', 'c,,14-10-5'];
  const { cards, fields } = read(['title,due,Part', ...rows].join('\n'));
  assert.deepEqual(
    [fields.map(({ type }) => type), day(cards[0]?.dueAt), day(cards[1]?.dueAt)],
    [['text'], '2026-01-02', '2026-03-03'],
  );
  // Dates of a field do.
  const { cards: dated } = read('title,due,Since\na,01/02/2026,24/12/2025\n');
  assert.equal(day(dated[0]?.dueAt), '2026-02-01');
});

test('the values of a column decide what kind of field it becomes', () => {
  const typeOf = (...values: string[]) => {
    const { fields, warnings } = read(['title,X', ...values.map((value) => `a,"${value}"`)].join('\n'));
    return [...fields.map(({ type }) => type), ...warnings];
  };
  assert.deepEqual(typeOf('1', '2.50', '1,000'), ['number']);
  assert.deepEqual(typeOf('007', '12'), ['text']);
  assert.deepEqual(typeOf('+4915112345678', '+4930123456'), ['text']);
  assert.deepEqual(typeOf('1000000000001', '12'), ['text']);
  assert.deepEqual(typeOf('1000000000000', '-12'), ['number']);
  assert.deepEqual(typeOf('2026-01-05', 'January 6, 2026'), ['date']);
  assert.deepEqual(typeOf('yes', 'no', 'TRUE'), ['checkbox']);
  assert.deepEqual(typeOf('no', 'no'), []);
  assert.deepEqual(typeOf('https://example.com', 'mailto:a@example.com'), ['link']);
  assert.deepEqual(typeOf('ann@example.com', 'bo@example.com'), ['person']);
  assert.deepEqual(typeOf('a', 'b', 'a', 'b', 'A'), ['select']);
  assert.deepEqual(typeOf('a', 'b', 'c', 'd', 'e'), ['text']);
  assert.deepEqual(typeOf('[a, b]', '[b]'), ['multi-select']);
  assert.deepEqual(typeOf('x'.repeat(501)), ['columns with long texts, kept in the descriptions: 1 (“X”)']);
});

test('a board has fifty fields at most; the columns with the most values become them', () => {
  const headings = Array.from({ length: 60 }, (_, place) => `C${place}`);
  const row = (until: number) => headings.map((_, place) => (place < until ? `v${place}` : '')).join(',');
  const { fields, cards, warnings } = read(
    [`title,${headings.join(',')}`, `a,${row(60)}`, `b,${row(55)}`].join('\n'),
  );
  assert.equal(fields.length, 50);
  assert.deepEqual(nth(cards, 0).values?.length, 50);
  assert.match(warnings.join(), /columns left out: a board has at most 50 fields: 15 \(“C50”/);
});

test('what a column of several options holds is all among the options of its field', () => {
  const lost = (heading: string, rows: readonly string[], mapping: NonNullable<CsvOptions['mapping']>) => {
    const { fields, cards, warnings } = read([`title,${heading}`, ...rows].join('\n'), { mapping });
    const known = new Set(fields[0]?.options.map(({ name }) => name));
    const held = cards.flatMap(({ values = [] }) => values.flatMap(({ value }) => value));
    return [
      fields[0]?.type,
      held.filter((each) => !known.has(typeof each === 'string' ? each : JSON.stringify(each))),
      held.length,
      warnings,
    ];
  };
  const several = new Map([[1, 'field-multi-select']] as const);
  const one = new Map([[1, 'field-select']] as const);
  assert.deepEqual(lost('X', ['a,"red, blue"', 'b,"[red, dark green]"', 'c,blue'], several), [
    'multi-select',
    [],
    5,
    [],
  ]);
  assert.deepEqual(lost('X', ['a,"[red, blue]"', 'b,red'], one), ['select', [], 2, []]);
  assert.deepEqual(lost('X', ['a,"[red, blue]"', 'b,"red, green"'], new Map()), ['multi-select', [], 4, []]);
  assert.deepEqual(lost('X,X', ['a,red,blue', 'b,"red, green",'], new Map()), ['multi-select', [], 3, []]);
  const many = Array.from({ length: 51 }, (_, place) => `o${place}`).join(';');
  assert.match(JSON.stringify(lost('X', [`a,${many}`], several)), /^\["text",.*columns that became texts/);
});

test('a member without an address, where another has one, is reported', () => {
  const { people, warnings } = read('title,assignee,assignee email\na,"Ann, Bo",ann@example.com\nb,Bo,\n');
  assert.deepEqual(
    people.map(({ name }) => name),
    ['ann@example.com', 'Bo'],
  );
  assert.deepEqual(warnings, [
    'members without an address, in rows where others have one, left out: 1 (“line 2: Ann, Bo”)',
  ]);
});

test('addresses are found in hostile names at once', () => {
  const hostile = `<${'@'.repeat(1_000_000)}`;
  assert.equal(personKey(hostile), hostile);
  assert.equal(personOf(hostile).email, null);
  assert.equal(personKey('Ann Lee <Ann@example.com>'), 'ann@example.com');
});

test('a mapping says what columns become, whatever is guessed', () => {
  const mapping = new Map([
    [0, 'title'],
    [1, 'field-text'],
    [2, 'leave-out'],
    [3, 'field-number'],
  ] as const);
  const text = 'Was,Name,Due,Size\nPaint,hull,2026-01-05,3\nSand,deck,,many\n';
  const { cards, fields, warnings, name } = read(text, { mapping, name: 'Dry dock' });
  assert.equal(name, 'Dry dock');
  assert.deepEqual(
    cards.map(({ title, dueAt, values }) => [title, dueAt, values?.map(({ value }) => value)]),
    [
      ['Paint', null, ['hull', 3]],
      ['Sand', null, ['deck']],
    ],
  );
  assert.deepEqual(
    fields.map((field) => [field.name, field.type]),
    [
      ['Name', 'text'],
      ['Size', 'number'],
    ],
  );
  assert.deepEqual(warnings, [
    'column “Due” left out: 1',
    'values of “Size” that are not of its type left out: 1 (“line 3: many”)',
  ]);
  assert.throws(() => read(text, { mapping: new Map([[7, 'title']]) }), /no column 7/);
});

test('whatever the fields of our own export hold, they hold the same texts again', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      'yes',
      'no',
      'Yes',
      '1',
      '1.50',
      '007',
      '1,000',
      '2026-03-01',
      '2026-03-01T10:00:00.000Z',
    ),
    fc.constantFrom(
      'January 5, 2026',
      'Draft',
      'draft',
      'a, b',
      '[a, b]',
      'ann@example.com',
      'https://example.com',
    ),
    fc.double({ noNaN: true, min: -1e12, max: 1e12 }).map(String),
    fc.stringMatching(/^[\w äß-]{1,20}$/).map((text) => text.trim()),
  );
  const heading = 'Board,List,Title,Created by,Checklists,Attachments,Id,X';
  const quoted = (text: string) => `"${text}"`;
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (texts) => {
      const rows = texts.map((text, place) => `B,L,card ${place},,,,${place},${quoted(text)}`);
      const { cards, fields } = read([heading, ...rows].join('\r\n'));
      const again = cards.map(({ values = [] }) => {
        const given = values[0]?.value;
        if (given === true) return 'yes';
        return typeof given === 'object' ? JSON.stringify(given) : String(given ?? '');
      });
      assert.deepEqual(again, texts, JSON.stringify(fields));
    }),
    { seed: 20_261_126, numRuns: 500 },
  );
});
