import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { deepestRun, mostFailures } from '../../../contract/rules.ts';
import { minute } from '../base/clock.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { checkRuns, namedBy, type Rights, type StoredRule } from '../testing/rules/model.ts';
import { type Person, testService } from '../testing/service.ts';

/*
 * Random boards with random rules, made by people who lose their rights, leave, or are suspended while their rules run, and changes
 * that let them run. A model that looks only at the log of changes says which runs there must be, and which there must not. On
 * PostgreSQL two nodes run rules at the same time; kills are in `cli/crash-rules.test.ts`. `MODEL_SEED` chooses others, `MODEL_RUNS`
 * more.
 */

const seed = Number(process.env.MODEL_SEED ?? 20_261_127);
const numRuns = Number(process.env.MODEL_RUNS ?? 8);

const settings = { LOG_LEVEL: 'silent' };
const database = await testDatabase({ migrated: true });
const service = await testService(settings, {}, database);
const { clock, sql } = service;
const nodes = [service];
if (engine === 'postgres') nodes.push(await testService(settings, { clock }, database));
after(() => database.remove());

const ada = await service.signUp('ada');
const makers = [ada, await service.signUp('bob'), await service.signUp('cyd')];

type Create = BodyOf<typeof api.rules.create>;
type Action = Create['then'][number];

const triggers = [
  'created',
  'moved',
  'label-added',
  'label-removed',
  'member-added',
  'completed',
  'reopened',
  'commented',
  'due-changed',
] as const;

const titles = ['keep', 'other'];
const filters = ['', '', 'title:keep', 'creator:me'];

const ruleMade = fc.record({
  maker: fc.nat(2),
  when: fc.constantFrom(...triggers),
  /** Whether it waits only for one list or label. */
  narrow: fc.boolean(),
  place: fc.nat(1),
  filter: fc.constantFrom(...filters),
  then: fc.array(fc.record({ type: fc.nat(7), place: fc.nat(1) }), { minLength: 1, maxLength: 3 }),
  doomed: fc.nat(3).map((number) => number === 0),
});

const step = fc.record({ type: fc.nat(8), card: fc.nat(3), place: fc.nat(1), by: fc.nat(2) });

const phase = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  /** What becomes of a maker, if anything, and whether while the rules run. */
  change: fc.option(
    fc.record({
      maker: fc.integer({ min: 1, max: 2 }),
      rights: fc.constantFrom<Rights>('all', 'guest', 'no-cards', 'suspended'),
      isRace: fc.boolean(),
    }),
  ),
  /** A rule that is switched. */
  turned: fc.option(fc.record({ rule: fc.nat(4), active: fc.boolean() })),
  dooms: fc.nat(3).map((number) => number === 0),
  /** Whether the log is read again from an earlier place, as after a crash. */
  again: fc.boolean(),
});

const script = fc.record({
  rules: fc.array(ruleMade, { minLength: 2, maxLength: 5 }),
  phases: fc.array(phase, { minLength: 2, maxLength: 4 }),
});

/** One board, and what the test knows of it. */
class World {
  readonly workspace: string;
  readonly board: string;
  readonly lists: readonly string[];
  readonly labels: readonly string[];
  readonly doomed: string;
  readonly members: readonly string[];
  readonly rights: Rights[] = ['all', 'all', 'all'];
  readonly cards: string[] = [];
  readonly rules: string[] = [];
  isDoomed = false;
  position = 0;

  constructor(made: Awaited<ReturnType<typeof makeBoard>>, doomed: string, members: readonly string[]) {
    Object.assign(this, made);
    this.workspace = made.workspace;
    this.board = made.board;
    this.lists = made.lists;
    this.labels = made.labels;
    this.doomed = doomed;
    this.members = members;
  }

  at(rule: string) {
    return { params: { boardPublicId: this.board, rulePublicId: rule } };
  }
}

async function makeWorld(): Promise<World> {
  const made = await makeBoard(ada);
  const { publicId: doomed } = await ada.call(api.labels.create, {
    body: { name: 'Doomed', colourCode: '#ff0000', boardPublicId: made.board },
  });
  const members = ['', '', ''];
  for (const place of [1, 2]) members[place] = await addMember(service, made.workspace, nth(makers, place));
  const [own] = await sql<{ id: string }>(
    `select id from members where workspace_id = '${made.workspace}' and user_id = '${ada.id}'`,
  );
  members[0] = own?.id ?? '';
  return new World(made, doomed, members);
}

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Made = Of<typeof ruleMade>;

function actionOf(world: World, { type, place }: Made['then'][number]): Action {
  const [list, label] = [nth(world.lists, place), nth(world.labels, place)];
  const all: Action[] = [
    { type: 'move', listPublicId: list },
    { type: 'add-label', labelPublicId: label },
    { type: 'remove-label', labelPublicId: label },
    { type: 'complete' },
    { type: 'reopen' },
    { type: 'assign', memberPublicId: nth(world.members, 0) },
    { type: 'set-due', inDays: place === 0 ? null : 3 },
    { type: 'create-card', listPublicId: list, title: nth(titles, place) },
  ];
  return nth(all, type);
}

async function makeRule(world: World, made: Made, name: string): Promise<void> {
  const { when: type, narrow, place } = made;
  const only = narrow ? namedBy(type, nth(world.lists, place), nth(world.labels, place)) : {};
  const doom: Action[] = made.doomed ? [{ type: 'add-label', labelPublicId: world.doomed }] : [];
  const comment: Action = { type: 'comment', text: name };
  const then = [...doom, ...made.then.map((each) => actionOf(world, each)), comment];
  const body = { name, when: { type, ...only }, if: made.filter, then };
  const { publicId } = await nth(makers, made.maker).call(api.rules.create, {
    params: { boardPublicId: world.board },
    body,
  });
  world.rules.push(publicId);
}

/** Lets somebody with all rights do something. */
async function take(world: World, { type, card, place, by }: Of<typeof step>): Promise<void> {
  const person = nth(makers, nth(world.rights, by) === 'all' ? by : 0);
  const known = world.cards[card];
  if (type === 0 || known === undefined) {
    const body = { title: nth(titles, place), listPublicId: nth(world.lists, place) };
    world.cards.push((await person.call(api.cards.create, { body })).publicId);
    return;
  }
  const params = { cardPublicId: known };
  const labelPublicId = nth(world.labels, place);
  const change = (body: BodyOf<typeof api.cards.update>) => person.call(api.cards.update, { params, body });
  const steps = [
    () => change({ listPublicId: nth(world.lists, place) }),
    () => person.call(api.cards.addLabel, { params: { ...params, labelPublicId } }).catch(isSo),
    () => person.call(api.cards.removeLabel, { params: { ...params, labelPublicId } }).catch(isSo),
    () => change({ completed: place === 0 }),
    () => change({ dueDate: place === 0 ? null : '2031-05-06' }),
    () => person.call(api.comments.create, { params, body: { comment: 'Well.' } }),
    () => assign(person, known, nth(world.members, 0)).catch(isSo),
    () => change({ completed: place !== 0 }),
  ];
  await nth(steps, type - 1)();
}

const assign = (person: Person, cardPublicId: string, workspaceMemberPublicId: string) =>
  person.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId } });

/** Some things cannot be done twice. */
function isSo(error: { status?: number }): void {
  assert.ok(error.status !== undefined && error.status < 500);
}

async function setRights(world: World, maker: number, rights: Rights): Promise<void> {
  const params = { workspacePublicId: world.workspace, memberPublicId: nth(world.members, maker) };
  const before = nth(world.rights, maker);
  world.rights[maker] = rights;
  const permission = 'card:edit' as const;
  if (before === 'suspended' && rights !== 'suspended')
    await ada.call(api.members.changeStatus, { params, body: { status: 'active' } });
  if (rights === 'suspended' && before !== 'suspended')
    await ada.call(api.members.changeStatus, { params, body: { status: 'paused' } });
  if (before === 'no-cards') await ada.call(api.members.grant, { params, body: { permission } });
  if (rights === 'no-cards') await ada.call(api.members.revoke, { params, body: { permission } });
  if (before === 'guest') await ada.call(api.members.changeRole, { params, body: { role: 'member' } });
  if (rights === 'guest') await ada.call(api.members.changeRole, { params, body: { role: 'guest' } });
}

/** Lets all nodes look at the log until they have seen all of it. */
async function follow({ workspace }: World): Promise<void> {
  for (let round = 0; round < 4 * deepestRun; round++) {
    await Promise.all(nodes.map(({ jobs }) => jobs.run('rules')));
    const behind = await sql(`select 1 from versions v
      left join rule_positions p on p.workspace_id = v.workspace_id
      where v.workspace_id = '${workspace}' and v.id = '${workspace}' and coalesce(p.position, 0) < v.position`);
    const [{ listens } = {}] = await sql<{ listens: number }>(
      `select count(*) as listens from rules where workspace_id = '${workspace}' and listens = 1`,
    );
    if (behind.length === 0 || Number(listens) === 0) return;
  }
  assert.fail('the log has no end');
}

const storedRules = (world: World) =>
  sql<StoredRule>(`select id, name, kind, settings, active, paused, since, made_by as "madeBy", failures
    from rules where board_id = '${world.board}'`);

const entriesOf = ({ workspace }: World) =>
  sql<Parameters<typeof checkRuns>[0]['entries'][number]>(`
    select c.position as position, c.type as type, c.card_id as "cardId", c.subject_id as "subjectId", c.api_key as "apiKey",
      c.created_at as "createdAt", k.title as title, k.created_by as "createdBy"
    from changes c left join cards k on k.id = c.card_id
    where c.workspace_id = '${workspace}' order by c.position`);

const putsOn = ({ board }: World) =>
  sql<{ cardId: string; type: string; toList: string }>(`
    select a.card_id as "cardId", a.type as type, a.to_list as "toList" from activities a join cards k on k.id = a.card_id
    where k.board_id = '${board}' and a.to_list is not null order by a.card_id, a.created_at`);

const runsOf = ({ board }: World) =>
  sql<{ ruleId: string; cause: string; state: string; depth: number }>(
    `select rule_id as "ruleId", cause, state, depth from rule_runs where board_id = '${board}'`,
  );

/** Each run that was done has left its comment, by whom the rule was made then, and no other has. */
async function requireWhole(world: World, done: ReadonlyMap<string, number>): Promise<void> {
  const comments = await sql<{ comment: string; by: string; count: number }>(`
    select x.comment as comment, x.created_by as by, count(*) as count from comments x join cards k on k.id = x.card_id
    where k.board_id = '${world.board}' and x.comment <> 'Well.' group by x.comment, x.created_by`);
  const found = Object.fromEntries(
    comments.map(({ comment, by, count }) => [`${comment} ${by}`, Number(count)]),
  );
  assert.deepEqual(found, Object.fromEntries(done));
}

async function play(world: World, phases: Of<typeof script>['phases']): Promise<void> {
  const done = new Map<string, number>();
  for (const { steps, change, turned, dooms, again } of phases) {
    // The rules of a board have a number of runs in a minute.
    clock.pass(2 * minute);
    for (const each of steps) await take(world, each);
    if (change && !change.isRace) await setRights(world, change.maker, change.rights);
    if (dooms && !world.isDoomed) {
      await ada.call(api.labels.delete, { params: { labelPublicId: world.doomed } });
      world.isDoomed = true;
    }
    const rule = turned ? world.rules[turned.rule] : undefined;
    if (turned && rule !== undefined && !world.isDoomed)
      await ada.call(api.rules.update, { ...world.at(rule), body: { active: turned.active } });
    const before = await storedRules(world);
    const rights = new Map(makers.map(({ id }, place) => [id, nth(world.rights, place)]));
    const racing = change?.isRace ? nth(makers, change.maker).id : undefined;
    await Promise.all([
      follow(world),
      change?.isRace ? setRights(world, change.maker, change.rights) : undefined,
    ]);
    await follow(world);
    if (again) {
      await sql(
        `update rule_positions set position = ${world.position} where workspace_id = '${world.workspace}'`,
      );
      await follow(world);
    }
    const [entries, after, puts, runs] = await Promise.all([
      entriesOf(world),
      storedRules(world),
      putsOn(world),
      runsOf(world),
    ]);
    const { isDoomed, doomed } = world;
    const of = { gone: isDoomed ? doomed : '', nodes: nodes.length, from: world.position };
    checkRuns({ ...of, entries, before, after, puts, runs, rights, racing, done });
    await requireWhole(world, done);
    world.position = Number(entries.at(-1)?.position ?? world.position);
  }
}

test('each cause lets each rule run once, five deep, and only with the rights of its maker', async () => {
  assert.ok(mostFailures > 1);
  await fc.assert(
    fc.asyncProperty(script, async ({ rules, phases }) => {
      const world = await makeWorld();
      for (const [place, made] of rules.entries()) {
        const isSecond = rules.findIndex(({ when }) => when === 'commented') < place;
        // All rules comment: two that wait for comments would run thousands of times.
        if (made.when !== 'commented' || !isSecond) await makeRule(world, made, `rule ${place}`);
      }
      await play(world, phases);
    }),
    { seed, numRuns, unbiased: true, endOnFailure: true },
  );
});
