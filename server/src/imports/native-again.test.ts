import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { api } from '../../../contract/api.ts';
import { ApiError, addressOf } from '../../../contract/client.ts';
import type { FieldValue } from '../../../contract/field-types.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { relationTypes } from '../../../contract/relation-types.ts';
import { viewKinds } from '../../../contract/views.ts';
import { download, type Line, linesIn } from '../testing/exports.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { png } from '../testing/pictures.ts';
import { testService } from '../testing/service.ts';

/* Exports, imports and exports a board again: only ids and the time of the import may differ. */

const seed = Number(process.env.EXPORT_SEED ?? 20_261_124);
const numRuns = Number(process.env.EXPORT_RUNS ?? 4);

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const character = fc.constantFrom(...Array.from('aZ0 é漢"\\=`#<&;-'), '😀', '\u0301', '\u200d');
const line = (most: number) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.string({ unit: character, maxLength: 12 }).map((text) => `x${text}x`) },
    { weight: 1, arbitrary: fc.constantFrom('漢'.repeat(most), '😀'.repeat(most)) },
  );
const text = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .array(fc.string({ unit: fc.oneof(character, fc.constantFrom('\n', '\t', '**', '\r\n')) }))
      .map((parts) => `x${parts.join('')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('漢'.repeat(10_000), '😀'.repeat(10_000)) },
);
const places = (most: number) => fc.uniqueArray(fc.nat({ max: most }), { maxLength: most + 1 });
const person = fc.constantFrom(ada, bob);

const card = fc.record({
  title: line(2000),
  description: fc.option(text),
  due: fc.option(fc.date({ min: new Date('1000-01-02'), max: new Date('2999-12-30'), noInvalidDate: true })),
  isDay: fc.boolean(),
  daysAhead: fc.option(fc.nat({ max: 20 })),
  recurrence: fc.option(
    fc.constantFrom(
      { rule: 'FREQ=WEEKLY;BYDAY=MO,TH', from: 'due' as const, timeZone: 'Europe/Vienna' },
      { rule: 'FREQ=DAILY;COUNT=3', from: 'completion' as const, timeZone: 'Asia/Kolkata' },
    ),
  ),
  reminders: fc.constantFrom<number[][]>([], [60], [0, 1440]),
  completed: fc.boolean(),
  isTemplate: fc.boolean(),
  cover: fc.constantFrom(null, { newest: true }, { colour: '#0d9488' }),
  by: person,
  list: fc.nat({ max: 1 }),
  atStart: fc.boolean(),
  labels: places(1),
  members: places(1),
  isArchived: fc.boolean(),
  checklists: fc.array(
    fc.record({
      name: line(255),
      items: fc.array(
        fc.record({
          title: line(500),
          completed: fc.boolean(),
          due: fc.constantFrom(null, '2026-05-01T00:00:00.000Z', '2026-05-01T09:30:00.000Z'),
          member: fc.option(fc.nat({ max: 1 })),
          acceptance: fc.boolean(),
          evidence: fc.option(
            fc.record({
              text: fc.constantFrom('Seen', 'Ein „Zitat“'),
              link: fc.constantFrom(null, 'https://ci.example.com/1'),
            }),
          ),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 2 },
  ),
  comments: fc.array(fc.record({ by: person, text, edited: fc.option(text) }), { maxLength: 3 }),
  files: fc.array(
    fc.record({
      by: person,
      filename: line(255),
      contentType: fc.constantFrom('text/plain', 'application/octet-stream'),
      content: fc.uint8Array({ minLength: 1, maxLength: 2000 }),
    }),
    { maxLength: 2 },
  ),
});

/** The fields of each board, and values of them; options and people by place. */
const fields = [
  { name: 'Note', type: 'text' },
  { name: 'Cost', type: 'money', currency: 'USD', shownOnTile: false },
  { name: 'When', type: 'date' },
  { name: 'Stage', type: 'select', options: [{ name: 'Draft' }, { name: 'Done', colour: '#0d9488' }] },
  { name: 'Tags', type: 'multi-select', options: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] },
  { name: 'Owner', type: 'person' },
  { name: 'Worth', type: 'rating', max: 3 },
  { name: 'Checked', type: 'checkbox' },
] as const;

const values = fc.record(
  {
    Note: line(200),
    Cost: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
    When: fc.constantFrom('2026-03-01', '2026-03-01T00:00:00+00:00', '2026-03-01T09:30:00.123Z'),
    Stage: fc.constantFrom('Draft', 'Done'),
    Tags: fc.subarray(['A', 'B', 'C']),
    Owner: fc.integer({ min: 0, max: 1 }),
    Worth: fc.integer({ min: 1, max: 3 }),
    Checked: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Views and rules, whose `$` names something of the board by its kind and place. */
const views = fc.array(
  fc.record({
    name: line(60),
    kind: fc.constantFrom(...viewKinds),
    shared: fc.boolean(),
    filter: fc.constantFrom(
      '',
      'label:$labels0 -list:$lists1',
      'Stage:$Draft due:<7d sort:-$Stage',
      '@me "a b"',
    ),
    groupBy: fc.constantFrom(null, 'list', '$Stage'),
    sort: fc.constantFrom<string[][]>([], ['-due', '-$Cost']),
    columns: fc.constantFrom<string[][]>([], ['list', '$Owner', '$Stage']),
    layout: fc.constantFrom(null, 'week'),
  }),
  { maxLength: 4 },
);

const when = fc.constantFrom(
  { type: 'moved', listPublicId: '$lists1' },
  { type: 'label-added', labelPublicId: '$labels0' },
  { type: 'member-added', memberPublicId: '$members1' },
  { type: 'field-changed', fieldPublicId: '$Stage' },
  { type: 'due', minutesBefore: 60, timeZone: 'Europe/Vienna' },
  { type: 'button' },
);

const action = fc.constantFrom(
  { type: 'move', listPublicId: '$lists0', position: 'start' },
  { type: 'add-label', labelPublicId: '$labels1' },
  { type: 'assign', memberPublicId: '$members1' },
  { type: 'set-field', fieldPublicId: '$Stage', value: '$Done' },
  { type: 'set-field', fieldPublicId: '$Tags', value: ['$A', 'C'] },
  { type: 'set-field', fieldPublicId: '$Owner', value: '$members0' },
  { type: 'set-field', fieldPublicId: '$Checked', value: null },
  { type: 'set-due', inDays: 3 },
  { type: 'add-checklist', name: 'Steps', items: ['one', 'two'] },
  { type: 'comment', text: 'About **that**' },
  { type: 'notify', text: 'Look', memberPublicId: '$members0' },
  { type: 'create-card', listPublicId: '$lists1', title: 'Again', labelPublicId: '$labels0', inDays: 1 },
);

const rules = fc.array(
  fc.record({
    name: line(60),
    when,
    if: fc.constantFrom('', 'is:open label:$labels1', 'Stage:Draft @$members1'),
    then: fc.array(action, { minLength: 1, maxLength: 4 }),
    active: fc.boolean(),
  }),
  { maxLength: 4 },
);

type Card = typeof card extends fc.Arbitrary<infer T> ? T : never;

const colour = fc.option(fc.constantFrom('#0d9488', '#C86362'));
const limit = fc.option(
  fc.record({
    cards: fc.integer({ min: 1, max: 10_000 }),
    mode: fc.constantFrom('warn' as const, 'refuse' as const),
  }),
);

const board = fc.record({
  name: line(100),
  type: fc.constantFrom('regular' as const, 'template' as const),
  lists: fc.array(
    fc.record({
      name: line(255),
      isArchived: fc.boolean(),
      completes: fc.boolean(),
      colour,
      limit,
      refusesOpenChecks: fc.boolean(),
    }),
    {
      minLength: 2,
      maxLength: 4,
    },
  ),
  labels: fc.array(line(36), { minLength: 2, maxLength: 4 }),
  background: fc.option(fc.constantFrom('#0d9488', '#c86362')),
  hasPicture: fc.boolean(),
  views,
  rules,
  cards: fc.array(card, { maxLength: 5 }),
  values: fc.array(values, { minLength: 5, maxLength: 5 }),
  // Of cards by place; those that are refused, such as circles, change nothing.
  relations: fc.array(
    fc.record({ from: fc.nat({ max: 4 }), type: fc.constantFrom(...relationTypes), to: fc.nat({ max: 4 }) }),
    { maxLength: 8 },
  ),
});

type Board = typeof board extends fc.Arbitrary<infer T> ? T : never;

/** Creates a board over HTTP. */
async function make(given: Board): Promise<string> {
  const { workspace } = await makeBoard(ada);
  const params = { workspacePublicId: workspace };
  const adas = (await ada.call(api.workspaces.get, { params })).members[0]?.publicId ?? '';
  const members = [adas, await addMember(service, workspace, bob)];
  const { name, type, lists, labels } = given;
  const board = await ada.call(api.boards.create, {
    params,
    body: { name, type, lists: lists.map((list) => list.name), labels },
  });
  const found = await ada.call(api.boards.get, { params: { boardPublicId: board.publicId } });
  const ids = {
    lists: found.lists.map(({ publicId }) => publicId),
    labels: found.labels.map(({ publicId }) => publicId),
    members,
  };
  const onBoard = { params: { boardPublicId: board.publicId } };
  if (given.background !== null) {
    const body = { background: { colour: given.background } };
    await ada.call(api.boards.update, { ...onBoard, body });
  }
  if (given.hasPicture) {
    const body = { picture: Buffer.from(png(4, 3)).toString('base64') };
    await ada.call(api.boardPictures.set, { ...onBoard, body });
  }
  const named = new Map<string, string>(
    Object.entries(ids).flatMap(([kind, all]) => all.map((id, place) => [`${kind}${place}`, id] as const)),
  );
  for (const field of fields) {
    const body = field as unknown as BodyOf<typeof api.fields.create>;
    const { publicId, options } = await ada.call(api.fields.create, { ...onBoard, body });
    named.set(field.name, publicId);
    for (const option of options) named.set(option.name, option.publicId);
  }
  const withIds = <T>(of: T): T =>
    JSON.parse(JSON.stringify(of).replace(/\$(\w+)/g, (all, name: string) => named.get(name) ?? all)) as T;
  for (const body of given.views) await ada.call(api.views.create, { ...onBoard, body: withIds(body) });
  for (const body of given.rules)
    await ada.call(api.rules.create, {
      ...onBoard,
      body: withIds(body) as BodyOf<typeof api.rules.create>,
    });
  const made: string[] = [];
  for (const [at, each] of given.cards.entries())
    made.push(await makeWhole(each, ids, nth(given.values, at)));
  for (const { from, type, to } of given.relations) {
    const [cardPublicId, other] = [made[from], made[to]];
    if (cardPublicId === undefined || other === undefined || from === to) continue;
    await refused(
      ada.call(api.relations.create, { params: { cardPublicId }, body: { type, cardPublicId: other } }),
    );
  }
  for (const [place, { isArchived, name: _name, ...body }] of lists.entries()) {
    const params = { listPublicId: nth(ids.lists, place) };
    await ada.call(api.lists.update, { params, body });
    if (isArchived) await ada.call(api.lists.archive, { params });
  }
  return board.publicId;
}

/** Whether a call came to nothing because of the state of things. */
const refused = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) return true;
      throw error;
    },
  );

/** The dates of a card; the start is so many days before it is due, if that can be. */
function datesOf({ due, isDay, daysAhead }: Card): { dueDate: string | null; startDate: string | null } {
  if (due === null) return { dueDate: null, startDate: daysAhead === null ? null : '2026-05-01' };
  const written = (date: Date) => (isDay ? date.toISOString().slice(0, 10) : date.toISOString());
  const start = daysAhead === null ? undefined : new Date(due.getTime() - daysAhead * 86_400_000);
  const isEarly = start !== undefined && start < new Date('1000-01-02');
  return { dueDate: written(due), startDate: start === undefined || isEarly ? null : written(start) };
}

async function makeWhole(
  given: Card,
  ids: Record<'lists' | 'labels' | 'members', string[]>,
  { Owner: owner, ...others }: Record<string, FieldValue>,
): Promise<string> {
  const card = await makeCard(given.by, nth(ids.lists, given.list), {
    title: given.title,
    description: given.description,
    ...datesOf(given),
    recurrence: given.completed ? null : given.recurrence,
    reminders: given.reminders,
    completed: given.completed,
    isTemplate: given.isTemplate,
    cover: given.cover,
    position: given.atStart ? 'start' : 'end',
    labelPublicIds: given.labels.map((place) => nth(ids.labels, place)),
    memberPublicIds: given.members.map((place) => nth(ids.members, place)),
    fields: { ...others, ...(typeof owner === 'number' ? { Owner: nth(ids.members, owner) } : {}) },
  });
  const params = { cardPublicId: card };
  for (const { name, items } of given.checklists) {
    const { publicId } = await ada.call(api.checklists.create, { params, body: { name } });
    for (const { title, completed, due, member, acceptance, evidence } of items) {
      const memberPublicId = member === null ? null : nth(ids.members, member);
      const item = await ada.call(api.checklists.createItem, {
        params: { checklistPublicId: publicId },
        body: { title, dueDate: due, memberPublicId, acceptance },
      });
      const of = { params: { checklistItemPublicId: item.publicId } };
      if (completed) await ada.call(api.checklists.updateItem, { ...of, body: { completed, evidence } });
    }
  }
  const comments: string[] = [];
  for (const { by, text: comment, edited } of given.comments) {
    const [first] = comments;
    // Every other one answers the first, and its author reacts to that.
    const replyTo = comments.length % 2 === 1 ? first : undefined;
    const { publicId } = await by.call(api.comments.create, {
      params,
      body: { comment, ...(replyTo === undefined ? {} : { replyTo }) },
    });
    comments.push(publicId);
    if (replyTo !== undefined)
      await by.call(api.comments.addReaction, { params: { commentPublicId: replyTo, emoji: '👍' } });
    if (edited === null) continue;
    const of = { params: { ...params, commentPublicId: publicId } };
    await by.call(api.comments.update, { ...of, body: { comment: edited } });
  }
  for (const { by, content, ...file } of given.files) {
    await attach(by, card, { ...file, content: new Uint8Array(content) });
  }
  if (given.isArchived) await ada.call(api.cards.archive, { params });
  return card;
}

async function exported(id: string): Promise<{ zip: Uint8Array<ArrayBuffer>; content: unknown }> {
  const response = await download(service, ada, `/boards/${id}/export?format=native`);
  const zip = new Uint8Array(await response.arrayBuffer());
  const files = unzipSync(zip);
  const lines = linesIn(
    new Map(Object.entries(files).map(([name, content]) => [name, strFromU8(content)])),
    id,
  );
  return { zip, content: contentOf(lines, files) };
}

/** The exported content of a board, without ids and data that the import creates. */
function contentOf(lines: readonly Line[], files: Record<string, Uint8Array>): unknown {
  const of = (type: string) => lines.filter((each) => each.type === type);
  const names = new Map<unknown, unknown>();
  for (const { id, user, member, name } of [...of('person'), ...of('list'), ...of('label')]) {
    for (const key of [id, user, member]) if (key !== null) names.set(key, name);
  }
  const named = (ids: unknown) => (ids as string[]).map((id) => String(names.get(id))).toSorted();
  const options = new Map(
    of('field').flatMap((field) => (field.options as Line[]).map(({ id, name }) => [id, name])),
  );
  const plain = (value: unknown) => options.get(value) ?? names.get(value) ?? value;
  const valuesOf = (given: unknown) =>
    of('field').map(({ id, name }) => {
      const value = ((given ?? {}) as Record<string, unknown>)[String(id)];
      return [name, Array.isArray(value) ? value.map(plain) : plain(value)];
    });
  for (const { id, name } of of('field')) options.set(id, name);
  const withNames = ({ id: _id, ...line }: Line): unknown =>
    JSON.parse(
      JSON.stringify(line).replace(/[0-9a-z]{16}/g, (id) =>
        JSON.stringify(options.get(id) ?? names.get(id) ?? id).slice(1, -1),
      ),
    );
  const on = (type: string, id: unknown) => of(type).filter((each) => each.card === id);
  const [head] = of('board');
  const cards = of('card').map((each) => ({
    number: each.number,
    title: each.title,
    description: each.description,
    dueDate: each.dueDate,
    startDate: each.startDate,
    recurrence: each.recurrence,
    reminders: each.reminders,
    completedAt: each.completedAt,
    isTemplate: each.isTemplate,
    cover: each.cover,
    createdAt: each.createdAt,
    createdBy: names.get(each.createdBy),
    archivedAt: each.archivedAt,
    list: of('list').findIndex(({ id }) => id === each.list),
    labels: named(each.labels),
    fields: valuesOf(each.fields),
    members: named(each.members),
    relations: ((each.relations ?? []) as Line[])
      .map(({ type, card }) => `${type} ${String(of('card').find(({ id }) => id === card)?.number)}`)
      .toSorted(),
    checklists: (each.checklists as Line[]).map(({ name, items }) => ({
      name,
      items: (items as Line[]).map(
        ({ title, completed, dueDate, member, acceptance, completedAt, evidence }) => ({
          title,
          completed,
          acceptance,
          completedAt,
          evidence,
          dueDate,
          member: names.get(member) ?? null,
        }),
      ),
    })),
    attachments: (each.attachments as Line[]).map(({ id: _id, file, createdBy, ...rest }) => ({
      ...rest,
      createdBy: names.get(createdBy),
      content: Buffer.from(files[String(file)] ?? []).toString('hex'),
    })),
    comments: on('comment', each.id).map((comment, _place, all) => ({
      answers: all.findIndex(({ id }) => id === comment.replyTo),
      reactions: (comment.reactions as Line[]).map(({ emoji, users }) => [emoji, named(users)]),
      text: comment.text,
      createdBy: names.get(comment.createdBy),
      createdAt: comment.createdAt,
      updatedAt: comment.updatedAt,
    })),
    history: on('activity', each.id)
      .filter(({ activity }) =>
        /^card\.(created|updated\.(comment|attachment)\.added)$/.test(String(activity)),
      )
      .map(({ activity, user, createdAt }) => [activity, names.get(user), createdAt]),
  }));
  return {
    name: head?.name,
    boardType: head?.boardType,
    access: head?.access,
    background: head?.background,
    picture: head?.picture,
    views: of('view').map(withNames),
    // Those of an import do not run until somebody sets them going.
    rules: of('rule').map(({ active: _active, ...rule }) => withNames(rule as Line)),
    lists: of('list').map(({ name, archivedAt, completes, colour, limit, refusesOpenChecks }) => [
      name,
      archivedAt,
      completes,
      colour,
      limit,
      refusesOpenChecks,
    ]),
    labels: of('label').map(({ name, colourCode }) => [name, colourCode]),
    fields: of('field').map(({ id: _id, options: all, ...field }) => ({
      ...field,
      options: (all as Line[]).map(({ name, colour }) => [name, colour]),
    })),
    live: cards.filter(({ archivedAt }) => archivedAt === null),
    archived: cards
      .filter(({ archivedAt }) => archivedAt !== null)
      .toSorted((a, b) => Number(a.number) - Number(b.number)),
  };
}

const paused = 'rules that are paused until somebody sets them going';

async function importZip(zip: Uint8Array<ArrayBuffer>): Promise<string> {
  const query = { workspacePublicId: await makeWorkspace(ada), format: 'native' } as const;
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/zip' },
    body: zip,
  });
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  await service.jobs.run('imports');
  const ended = await ada.call(api.imports.get, { params: { importPublicId } });
  assert.deepEqual([ended.state, ended.error], ['completed', null]);
  assert.deepEqual(
    ended.report.filter(({ kind }) => kind !== 'history entries left out' && kind !== paused),
    [],
  );
  return ended.boardPublicId ?? '';
}

test('a board that is exported, imported and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(board, async (given) => {
      const first = await exported(await make(given));
      const again = await exported(await importZip(first.zip));
      assert.deepEqual(again.content, first.content);
    }),
    { seed, numRuns },
  );
});
