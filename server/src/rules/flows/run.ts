import { deepestRun, mostFailures, type PauseReason, type RunState } from '../../../../contract/rules.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { MemberRights } from '../../base/access/authority.ts';
import { locate } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { Failure, Forbidden, Unavailable } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import type { Sources } from '../../reading/slices.ts';
import { perform } from '../actions/perform.ts';
import { makerAt } from '../maker.ts';
import type { RuleRow } from '../queries.ts';
import { begin, failed, liveBoard, pause, running, succeeded } from '../run-rows.ts';
import { settingsOf } from '../settings.ts';
import { isThere, passes } from './passing.ts';

/** What the engine is made with. */
export interface Engine {
  service: Pick<Service, 'db' | 'clock' | 'changeAs' | 'maintain' | 'stopping' | 'http'>;
  sources: Sources;
}

/** What lets a rule run. */
export interface Cause {
  /** The same for the same cause, in whichever process, however often it is looked at. */
  cause: string;
  cardId: string | null;
  /** The number of rules in the chain of causes, with this one. */
  depth: number;
}

/** `noted` if there is a run of it in the log now, and `paused` if the rule runs no more. */
export type Result = 'noted' | 'paused' | 'nothing';

/** Ends a change whose rule ran too often. */
const spent = new Error('the rules of a board have run too often');

/**
 * Runs a rule once for a cause, if the rules of its board have runs `left`: that it ran is noted in the change that it makes, so
 * that neither a crash nor another node lets it run again. It runs with the rights that its maker has now.
 */
export async function runRule(engine: Engine, rule: RuleRow, cause: Cause, left: number): Promise<Result> {
  const { db, clock, changeAs } = engine.service;
  if (cause.depth > deepestRun) return note(engine, rule, cause, 'stopped', `rules ran ${deepestRun} deep`);
  const now = clock.now();
  const { actor } = await makerAt(db, rule, cause.depth, now);
  const board = actor && (await boardOf(engine, actor, rule));
  if (!board) return withoutRights(engine, rule);
  try {
    if (!(await isFor(engine, actor, board, rule, cause))) return 'nothing';
    return (await changeAs(actor)(runIn(rule, cause, left))) ? 'noted' : 'nothing';
  } catch (error) {
    return error === spent
      ? pauseRule(engine, rule, 'too-many-runs')
      : failedWith(engine, rule, cause, error);
  }
}

/** The board of a rule. Who may no longer change the rules of the board has none that run. */
export async function boardOf({ service }: Engine, actor: Actor, { boardId }: RuleRow) {
  try {
    return await locate(service.db, actor, 'board', boardId, 'board:edit');
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return undefined;
    throw error;
  }
}

/** Pauses a rule whose maker may no longer run it, unless its board is in the trash: nobody may do anything there. */
export async function withoutRights(engine: Engine, rule: RuleRow): Promise<Result> {
  const found = await engine.service.db.first(liveBoard, rule);
  return found ? pauseRule(engine, rule, 'rights') : 'nothing';
}

/** Whether the card is on the board of the rule, and passes its filter. */
async function isFor(
  { service, sources }: Engine,
  actor: Actor,
  { permissions }: Pick<MemberRights, 'permissions'>,
  rule: RuleRow,
  { cardId }: Cause,
) {
  if (cardId === null) return true;
  const { workspaceId, boardId } = rule;
  if (!(await isThere(service.db, { workspaceId, boardId }, cardId))) return false;
  const filter = settingsOf(rule).if;
  const asked = { workspaceId, boardId, permissions, filter, actor, now: service.clock.now() };
  return passes(sources, asked, cardId);
}

const rowOf = (
  { workspaceId, boardId, id: ruleId }: RuleRow,
  { cause, cardId, depth }: Cause,
  state: RunState,
  now: number,
  actions = '',
  error: string | null = null,
) => ({
  workspaceId,
  id: newId(now),
  boardId,
  ruleId,
  cause,
  cardId,
  state,
  actions,
  error,
  depth,
  createdAt: now,
});

/** Whether a rule is what it was: it must not do what one person wants with the rights of another. */
const isStill = (rule: RuleRow, { madeBy, mask, settings }: RuleRow): boolean =>
  rule.madeBy === madeBy && rule.mask === mask && rule.settings === settings;

/** Returns whether it ran, and not earlier for the same cause. */
const runIn = (rule: RuleRow, cause: Cause, left: number) => async (work: Work) => {
  const { tx, now } = work;
  work.continues();
  work.quiet();
  const current = await tx.first(running, rule);
  if (!current || !isStill(rule, current)) return false;
  const { then: actions } = settingsOf(current);
  const did = actions.map(({ type }) => type).join(' ');
  const [isFirst] = await tx.run(begin, rowOf(rule, cause, 'done', now, did));
  if (!isFirst) return false;
  if (left <= 0) throw spent;
  const { workspaceId, boardId } = rule;
  const cardIds = cause.cardId === null ? [] : [cause.cardId];
  await perform(work, { workspaceId, boardId, rule, actions, cardIds });
  if (current.failures > 0) await tx.run(succeeded, rule);
  return true;
};

/** Notes a run that changed nothing. */
async function note(
  { service }: Engine,
  rule: RuleRow,
  cause: Cause,
  state: RunState,
  error: string,
): Promise<Result> {
  const row = rowOf(rule, cause, state, service.clock.now(), '', error);
  const [isFirst] = await service.maintain((tx) => tx.run(begin, row));
  return isFirst ? 'noted' : 'nothing';
}

const longestError = 500;

/** Notes a run that failed, and pauses a rule that lacks rights or fails again and again. Throws what is no fault of the rule. */
export async function failedWith(
  engine: Engine,
  rule: RuleRow,
  cause: Cause,
  error: unknown,
): Promise<Result> {
  // The service itself is in trouble: the rule runs later.
  if (error instanceof Unavailable || (error instanceof Failure && error.status >= 500)) throw error;
  const { db, changeAs, clock, http } = engine.service;
  if (!(error instanceof Failure)) http.log.error({ err: error, rule: rule.id }, 'a rule failed');
  const why = error instanceof Failure ? error.message : 'an error inside the service';
  const { recorded } = await makerAt(db, rule, cause.depth, clock.now());
  const failures = await changeAs(recorded)(async ({ tx, now, continues, quiet, record }) => {
    continues();
    quiet();
    const row = rowOf(rule, cause, 'failed', now, '', why.slice(0, longestError));
    const [isFirst] = await tx.run(begin, row);
    if (!isFirst) return undefined;
    record.live('rule.changed', rule.workspaceId, { boardId: rule.boardId, subjectId: rule.id });
    return (await tx.run(failed, rule))[0]?.failures ?? 0;
  });
  if (error instanceof Forbidden) return pauseRule(engine, rule, 'rights');
  if (failures !== undefined && failures >= mostFailures) return pauseRule(engine, rule, 'failing');
  return failures === undefined ? 'nothing' : 'noted';
}

/** Pauses a rule, and tells its maker why. */
export async function pauseRule({ service }: Engine, rule: RuleRow, reason: PauseReason): Promise<'paused'> {
  const { workspaceId, boardId, id, name, madeBy, settings } = rule;
  const { recorded } = await makerAt(service.db, rule, 1, service.clock.now());
  await service.changeAs(recorded)(async ({ tx, continues, quiet, record, tell }) => {
    continues();
    quiet();
    const [paused] = await tx.run(pause, { workspaceId, id, madeBy, settings, reason });
    if (!paused) return;
    record.live('rule.changed', workspaceId, { boardId, subjectId: id });
    const about = { name, publicId: id, reason };
    tell({ userId: madeBy, kind: 'rule-paused', workspaceId, boardId, about });
  });
  return 'paused';
}
