import { type Action, sortsOfRule, type When } from '../../../../contract/rule-shapes.ts';
import { itemsOfRule } from '../../../../contract/rules.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { MemberRights } from '../../base/access/authority.ts';
import { locate } from '../../base/access/locate.ts';
import { isTimeZone } from '../../base/days.ts';
import type { Reading } from '../../base/db/database.ts';
import { Invalid } from '../../base/errors.ts';
import { readFilter } from '../../reading/filter/filter.ts';
import { scopeOf } from '../../reading/filter/names.ts';
import { knownOf, type OfBoard } from '../queries.ts';
import { actionKinds, itemsIn, only, type Settings, whenTakes } from '../settings.ts';

/* What a request makes of a rule: only what its kinds take, and only what is there. */

function whenFrom(given: When, timeZone: string | null): When {
  const when: When = { type: given.type, ...only(given, whenTakes[given.type]) };
  if (!whenTakes[given.type].includes('timeZone')) return when;
  if (when.timeZone !== undefined && !isTimeZone(when.timeZone))
    throw new Invalid('unknown-time-zone', { field: 'body/when/timeZone' });
  // What days and times mean does not change with the maker.
  return { ...when, timeZone: when.timeZone ?? timeZone ?? 'UTC' };
}

function actionFrom(given: Action, place: number): Action {
  const { needs, may = [] } = actionKinds[given.type];
  const missing = needs.find((name) => given[name] === undefined);
  if (missing !== undefined)
    throw new Invalid('action-needs', { field: `body/then/${place}`, type: given.type, missing });
  return { type: given.type, ...only(given, [...needs, ...may]) };
}

/** The ids that an object names, with the names under which it does. */
const idsIn = (of: When | Action): [string, string][] => [
  ...Object.entries(of).flatMap(([name, id]): [string, string][] =>
    name.endsWith('PublicId') ? [[name, id as string]] : [],
  ),
  ...fieldSortedBy(of),
];

function fieldSortedBy(of: When | Action): [string, string][] {
  const id = 'by' in of ? of.by?.replace('-', '') : undefined;
  return id === undefined || sortsOfRule.some((each) => each === id) ? [] : [['by', id]];
}

/** Who may manage webhooks says what is sent to them; the address of one is a secret, and what it names is not on the board. */
export async function requireManager(
  { db, actor }: Pick<Reader, 'db' | 'actor'>,
  { workspaceId }: OfBoard,
  { then: actions }: Pick<Settings, 'then'>,
): Promise<void> {
  if (!actions.some(({ type }) => type === 'webhook')) return;
  await locate(db, actor, 'workspace', workspaceId, 'workspace:manage');
}

async function requireKnown(
  { db }: Reader,
  board: OfBoard,
  { when, then: actions }: Settings,
): Promise<void> {
  const named = [
    ...idsIn(when).map(([name, id]) => [`when/${name}`, id] as const),
    ...actions.flatMap((each, place) =>
      idsIn(each).map(([name, id]) => [`then/${place}/${name}`, id] as const),
    ),
  ];
  const found = await knownOf(
    db,
    board,
    named.map(([, id]) => id),
  );
  const missing = named.find(([, id]) => !found.has(id));
  if (missing) throw new Invalid('not-found', { field: `body/${missing[0]}` });
}

/** A rule that runs without a card takes those that pass its filter; then it needs one. */
function requireCards({ when, if: filter, then: actions }: Settings): void {
  if (when.type !== 'schedule' || filter !== '') return;
  const place = actions.findIndex(({ type }) => actionKinds[type].onCard);
  const type = actions[place]?.type;
  if (type) throw new Invalid('action-needs-cards', { field: `body/then/${place}`, type });
}

/** What a run does is done in one transaction, so it has an end. */
function requireFewItems({ then: actions }: Settings): void {
  if (itemsIn(actions) > itemsOfRule)
    throw new Invalid('too-many-items-of-rule', { field: 'body/then', max: itemsOfRule });
}

/** The settings of a rule, whatever is on its board. Throws `Invalid`. */
export function plainSettings(given: Settings, timeZone: string | null): Settings {
  const settings: Settings = {
    when: whenFrom(given.when, timeZone),
    if: given.if.trim(),
    then: given.then.map(actionFrom),
  };
  requireCards(settings);
  requireFewItems(settings);
  return settings;
}

/** Who gives a rule its settings, and how what is on its board is read then. */
export interface Reader {
  db: Reading;
  actor: Actor;
  now: number;
}

/** The settings that a request gives a rule, over those that it had. Throws `Invalid`, and as `locate` does for webhooks. */
export async function settingsFrom(
  reader: Reader,
  board: OfBoard & Pick<MemberRights, 'permissions'>,
  given: Settings,
): Promise<Settings> {
  const { db, actor, now } = reader;
  const settings = plainSettings(given, actor.timeZone);
  await requireManager(reader, board, settings);
  await requireKnown(reader, board, settings);
  const scope = scopeOf(board, [board.boardId], actor);
  const at = { now, timeZone: actor.timeZone };
  await readFilter({ db, turns: (step) => step() }, settings.if, scope, at, 'body/if');
  return settings;
}
