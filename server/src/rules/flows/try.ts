import { sql } from 'kysely';
import type { Static } from 'typebox';
import { holds } from '../../../../contract/permissions.ts';
import type { Action, When } from '../../../../contract/rule-shapes.ts';
import { type RuleTrial, triedCards } from '../../../../contract/rule-trial.ts';
import type { Actor } from '../../base/access/actor.ts';
import { requirePermission } from '../../base/access/authority.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { Failure, fromBody, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { NoGap } from '../../base/ordering/order.ts';
import { stateOf } from '../../data/rules/times.ts';
import { settingsFrom } from '../actions/given.ts';
import { changesOf, perform } from '../actions/perform.ts';
import { takesOver } from '../actions/rules.ts';
import { makerAt } from '../maker.ts';
import { type OfBoard, type RuleRow, rulesOf } from '../queries.ts';
import { settingsOf } from '../settings.ts';
import { firstPassing, isThere, passes } from './passing.ts';
import { boardOf, type Engine } from './run.ts';

/*
 * What a rule would do. Its actions are carried out in a change that is never committed, so that what is said of them is what they
 * would do: nothing is written, and nobody is told.
 */

export interface TryRule {
  rulePublicId?: string;
  when?: When;
  if?: string;
  then?: Action[];
  cardPublicId?: string;
}

type Trial = Static<typeof RuleTrial>;

/** Cards at which a try looks for those that pass. */
const mostLooked = 10_000;

const shown = query(
  'rules.triedCards',
  (_db, p: OfBoard & { ids: readonly string[] }, fn) => sql<Trial['first'][number]>`
  select c.id as "publicId", c.title as title, c.number as number from cards c
  where c.workspace_id = ${p.workspaceId} and ${fn.isIn('c.id', fn.each(p.ids))} and c.board_id = ${p.boardId}`,
);

/** Tries a rule on a card, or on the first that passes its filter. */
export async function tryRule(
  engine: Engine,
  actor: Actor,
  boardPublicId: string,
  given: TryRule,
): Promise<Trial> {
  const { db } = engine.service;
  const board = await locate(db, actor, 'board', boardPublicId, 'board:edit');
  // What passes a filter says what is on the cards.
  requirePermission(board.permissions, 'card:view');
  if (given.cardPublicId !== undefined) await requireCard(engine, actor, board, given.cardPublicId);
  const rule = await ruleFrom(engine, actor, board, given);
  const runner = await runnerOf(engine, actor, rule);
  if (!runner) return { ...nothing, error: 'its maker may no longer run it' };
  // What a rule does for somebody who sees the members says who they are.
  if (holds(runner.board.permissions, 'member:view')) requirePermission(board.permissions, 'member:view');
  try {
    const { cards, ids, isMore } = await cardsOf(engine, runner, rule, given.cardPublicId);
    const first = await namesOf(engine, board, ids.slice(0, triedCards.shown));
    const found = { ...nothing, cards, isMore, first };
    const { then: actions } = settingsOf(rule);
    const ran = ids.length > 0 || (cards === null && changesOf(actions) === 0);
    return ran
      ? { ...found, ran, ...(await carriedOut(engine, runner.actor, rule, ids.slice(0, 1))) }
      : found;
  } catch (error) {
    return { ...nothing, error: reasonOf(error) };
  }
}

/** Why a rule fails; throws what is no fault of the rule. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure && error.status < 500) return error.message;
  throw error;
}

const nothing: Trial = {
  cards: null,
  isMore: false,
  first: [],
  ran: false,
  does: [],
  notifies: 0,
  sends: 0,
  error: null,
};

/** The card must be on the board. Throws `Invalid`, and `Forbidden` if the caller sees no cards. */
async function requireCard({ service }: Engine, actor: Actor, board: Located<'board'>, id: string) {
  const card = await fromBody('cardPublicId', locate(service.db, actor, 'card', id, 'card:view'));
  if (card.boardId !== board.id) throw new Invalid('not-found', { field: 'body/cardPublicId' });
}

/** A stored rule; what is given, over what it was, is one of the caller's. */
async function ruleFrom(
  { service: { db, clock } }: Engine,
  actor: Actor,
  { workspaceId, id: boardId, permissions }: Located<'board'>,
  { rulePublicId, ...given }: TryRule,
): Promise<RuleRow> {
  const board = { workspaceId, boardId };
  const known = rulePublicId === undefined ? [] : await db.all(rulesOf, board);
  const stored = known.find(({ id }) => id === rulePublicId);
  if (rulePublicId !== undefined && !stored) throw new Invalid('not-found', { field: 'body/rulePublicId' });
  if (stored && !takesOver(given)) return stored;
  const before = stored && settingsOf(stored);
  const { when = before?.when, if: filter = before?.if ?? '', then: actions = before?.then } = given;
  if (!when || !actions) throw new Invalid('rule-to-try', { field: 'body' });
  const now = clock.now();
  const asked = { when, if: filter, then: actions };
  const settings = await settingsFrom({ db, actor, now }, { ...board, permissions }, asked);
  return {
    ...board,
    ...stateOf(settings.when, null, now),
    id: newId(now),
    name: '',
    kind: settings.when.type,
    settings: JSON.stringify(settings),
    place: 0,
    mask: actor.mask,
    madeBy: actor.userId,
    createdAt: now,
  };
}

interface Runner {
  actor: Actor;
  board: Located<'board'>;
}

/** For whom it runs: a button for who presses it, all else for its maker; undefined if they may not. */
async function runnerOf(engine: Engine, caller: Actor, rule: RuleRow): Promise<Runner | undefined> {
  const { db, clock } = engine.service;
  const { actor } = rule.kind === 'button' ? { actor: caller } : await makerAt(db, rule, 1, clock.now());
  const board = actor && (await boardOf(engine, actor, rule));
  return board && { actor, board };
}

/** The cards that pass now; none, and no number, for a rule that runs without a card. */
async function cardsOf(
  { service, sources }: Engine,
  { actor, board: { permissions } }: Runner,
  rule: RuleRow,
  cardId: string | undefined,
) {
  const { workspaceId, boardId } = rule;
  const { when, if: filter } = settingsOf(rule);
  const asked = { workspaceId, boardId, permissions, filter, actor, now: service.clock.now() };
  if (cardId !== undefined) {
    const isOne = (await isThere(service.db, rule, cardId)) && (await passes(sources, asked, cardId));
    return { cards: isOne ? 1 : 0, ids: isOne ? [cardId] : [], isMore: false };
  }
  const isOfBoard = when.type === 'schedule' || when.type === 'button';
  if (isOfBoard && filter === '') return { cards: null, ids: [], isMore: false };
  const { ids, isMore } = await firstPassing(sources, asked, triedCards.counted, mostLooked);
  return { cards: ids.length, ids, isMore };
}

/** Cards as they are shown, to those who see them. */
async function namesOf(
  { service }: Engine,
  { workspaceId, id: boardId, permissions }: Located<'board'>,
  ids: readonly string[],
): Promise<Trial['first']> {
  if (!holds(permissions, 'card:view') || !holds(permissions, 'list:view')) return [];
  const found = await service.db.all(shown, { workspaceId, boardId, ids });
  const byId = new Map(found.map((card) => [card.publicId, card]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((card) => ({ ...card, number: Number(card.number) }));
}

type Outcome = Pick<Trial, 'does' | 'notifies' | 'sends' | 'error'>;

/** Ends the change of a try, which is not committed. */
class Undone extends Error {
  /** Why its actions could not be tried to the end. */
  readonly why: string | null;
  constructor(why: string | null) {
    super('a try is never committed');
    this.why = why;
  }
}

const crowded = 'there is no room between two cards: a run would make some first, which a try does not do';

/** Events that a try lists. */
const mostListed = 100;

async function carriedOut(
  { service }: Engine,
  actor: Actor,
  rule: RuleRow,
  cardIds: readonly string[],
): Promise<Outcome> {
  const { workspaceId, boardId } = rule;
  const { then: actions } = settingsOf(rule);
  let noted: Noted = { types: [], notified: new Set(), sends: 0 };
  try {
    await service.changeAs(actor)(async (work) => {
      noted = { types: [], notified: new Set(), sends: 0 };
      work.continues();
      const performance = { workspaceId, boardId, rule, actions, cardIds };
      throw new Undone(await whyNot(perform(noting(work, noted), performance)));
    });
  } catch (error) {
    const why = error instanceof Undone ? error.why : reasonOf(error);
    if (why !== null) return { does: [], notifies: 0, sends: 0, error: why };
  }
  const { types, notified, sends } = noted;
  return { does: types.slice(0, mostListed), notifies: notified.size, sends, error: null };
}

/** Room is made in a change of its own, which would be committed: that it is missing must not leave the change of a try. */
async function whyNot(performing: Promise<void>): Promise<string | null> {
  try {
    await performing;
    return null;
  } catch (error) {
    if (error instanceof NoGap) return crowded;
    throw error;
  }
}

interface Noted {
  types: string[];
  notified: Set<string>;
  sends: number;
}

/** The same work, of which it is noted what it records. */
function noting(work: Work, noted: Noted): Work {
  const { record } = work;
  return {
    ...work,
    tell: (news) => {
      noted.notified.add(news.userId);
      work.tell(news);
    },
    record: {
      ...record,
      activity: (activity) => {
        noted.types.push(activity.type);
        return record.activity(activity);
      },
      send: (sent) => {
        noted.sends++;
        return record.send(sent);
      },
    },
  };
}
