import type { BodyOf, ReplyOf } from '../../../../contract/operation.ts';
import { holds, type Permission } from '../../../../contract/permissions.ts';
import { mostUndone, type undo as operations } from '../../../../contract/undo.ts';
import type { Actor } from '../../base/access/actor.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import type { CallerOfSeveral } from '../../base/changes/change.ts';
import { type ThingValues, undoable } from '../../base/changes/undo-steps.ts';
import { isoMillis, microsOf } from '../../base/clock.ts';
import type { Reads } from '../../base/db/database.ts';
import { Invalid, ifShown } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { paced } from '../../base/jobs/paced.ts';
import type { Service } from '../../base/service.ts';
import { type Part, type Undone, undoPart } from '../actions/undo-part.ts';
import { judge } from '../judge.ts';
import {
  botAccount,
  namedCards,
  type Session,
  type StepRow,
  stepsOfSession,
  stepsOfUser,
  touchedByOthers,
} from '../queries.ts';
import { readState, type Step, withThings } from '../state.ts';

/*
 * Undoes what a session did, in changes of a few steps each, so that nobody waits for all of it. Each is judged by itself under the
 * locks of its cards; so what somebody changes in between stays.
 */

type Body = BodyOf<typeof operations.session>;
type Reply = ReplyOf<typeof operations.session>;

/** Steps of one change, and bytes of what they have changed. */
const stepsOfPart = 20;
const bytesOfPart = 256 * 1024;

interface Rows {
  steps: readonly StepRow[];
  isMade: boolean;
}

export async function undoSession(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  { actor, change, lastChange }: CallerOfSeveral,
  boardPublicId: string,
  body: Body,
): Promise<Reply> {
  const board = await locate(db, actor, 'board', boardPublicId, 'card:edit');
  if (body.cardPublicId !== undefined) await requireCard(db, actor, board, body.cardPublicId);
  const now = clock.now();
  const { of, name } = await sessionOf(db, board, body);
  const rows = await stepsIn(db, of, body, now);
  const parts = await partsOf(db, of, rows);
  const called = { id: newId(now), name: name ?? rows[0]?.name ?? '' };
  const tried = dryRun(db, of, (step) => mayUndo(step, board, actor.userId));
  const done: Undone[] = [];
  for (const { steps, isMade } of parts) {
    const part = { steps: await withThings(db, of.workspaceId, steps), isMade };
    const undone = await paced(() =>
      body.dryRun ? tried(part) : change((work) => undoPart(work, of, part), called),
    );
    done.push(...undone);
  }
  const reply = await shown(db, board, done, rows);
  const result = { ...reply, undoPublicId: body.dryRun ? null : called.id, name: called.name };
  if (body.dryRun) return result;
  return lastChange(async ({ continues, quiet }) => {
    continues();
    quiet();
    return result;
  });
}

/** Throws `Invalid` for a card of which the caller may not know; it may be in the trash. */
async function requireCard(
  db: Reads,
  actor: Actor,
  { workspaceId }: Located<'board'>,
  cardId: string,
): Promise<void> {
  const card = await ifShown(locate(db, actor, 'trashedCard', cardId, 'card:view'));
  if (card?.workspaceId !== workspaceId) throw new Invalid('unknown-card', { field: 'body/cardPublicId' });
}

/** Whose steps are to be undone, and what a bot is called. */
async function sessionOf(
  db: Reads,
  { workspaceId, id: boardId }: Located<'board'>,
  { apiKey, memberPublicId, undoPublicId }: Body,
): Promise<{ of: Session; name?: string | undefined }> {
  const given = [apiKey, memberPublicId, undoPublicId].filter((each) => each !== undefined);
  if (given.length !== 1) throw new Invalid('one-session');
  if (memberPublicId === undefined)
    return { of: { workspaceId, boardId, session: String(apiKey ?? undoPublicId), userId: null } };
  const bot = await db.first(botAccount, { workspaceId, memberId: memberPublicId });
  if (!bot) throw new Invalid('no-bot', { field: 'body/memberPublicId' });
  return { of: { workspaceId, boardId, session: null, userId: bot.userId }, name: bot.name ?? undefined };
}

/** The steps of a session, newest first. Throws `Invalid` if they are too many. */
async function stepsIn(
  db: Reads,
  { workspaceId, boardId, session, userId }: Session,
  body: Body,
  now: number,
): Promise<StepRow[]> {
  const from = Math.max(microsOf(body.from), now - undoable);
  const until = body.until === undefined ? now : microsOf(body.until);
  if (until < microsOf(body.from)) throw new Invalid('until-before-from', { field: 'body/until' });
  const limit = mostUndone + 1;
  const wanted = { workspaceId, boardId, cardId: body.cardPublicId ?? null, from, until, limit };
  const found =
    userId === null
      ? await db.all(stepsOfSession, { ...wanted, session: session ?? '' })
      : await db.all(stepsOfUser, { ...wanted, userId });
  if (found.length > mostUndone) throw new Invalid('too-many-steps', { max: mostUndone });
  return found;
}

/** Divides steps into those of one change each: card by card, the newest first. */
async function partsOf(db: Reads, of: Session, rows: readonly StepRow[]): Promise<Rows[]> {
  const made = rows.flatMap(({ type, cardId }) => (type === 'card.created' && cardId ? [cardId] : []));
  const others = made.length === 0 ? [] : await db.all(touchedByOthers, { ...of, ids: [...new Set(made)] });
  const whole = new Set(made).difference(new Set(others.map(({ id }) => id)));
  const parts: Rows[] = [];
  let part: StepRow[] = [];
  let bytes = 0;
  const close = () => {
    if (part.length > 0) parts.push({ steps: part, isMade: false });
    [part, bytes] = [[], 0];
  };
  for (const [cardId, steps] of Map.groupBy(rows, (row) => row.cardId)) {
    if (cardId !== null && whole.has(cardId)) {
      parts.push({ steps, isMade: true });
      continue;
    }
    for (const step of steps) {
      if (part.length === stepsOfPart || bytes + step.bytes > bytesOfPart) close();
      part.push(step);
      bytes += step.bytes;
    }
  }
  close();
  return parts;
}

/** Judges parts one after the other, as if those before had been undone. */
function dryRun(db: Reads, of: Session, may: (step: Step) => boolean): (part: Part) => Promise<Undone[]> {
  /** What parts have changed; undefined for what is not there any more. */
  const changed: Map<string, ThingValues | undefined> = new Map();
  return async ({ steps, isMade }) => {
    const { state, itemsOf } = await readState(db, of, steps);
    if (isMade) {
      const isGone = !state.has(`card ${steps[0]?.cardId}`);
      const isRefused = steps.some((step) => step.type === 'card.created' && !may(step));
      return steps.map((step) => ({ step, left: isGone ? 'gone' : isRefused ? 'refused' : null }));
    }
    for (const [key, values] of changed) {
      if (values) state.set(key, values);
      else state.delete(key);
    }
    const { judged, after, touched } = judge(steps, state, itemsOf);
    for (const key of touched.keys()) changed.set(key, after.get(key));
    return judged.map(({ step, left }) => ({ step, left: left === null && !may(step) ? 'refused' : left }));
  };
}

/** What undoing takes besides editing cards. */
const needed: Readonly<Partial<Record<StepRow['type'], Permission>>> = {
  'card.created': 'card:delete',
  'card.restored': 'card:delete',
  'card.deleted': 'card:delete',
  'card.updated.comment.added': 'comment:delete',
  'card.updated.comment.deleted': 'comment:delete',
  'card.updated.comment.updated': 'comment:edit',
};

/** Whether a user may undo a step, as far as that is known before: comments of one's own are changed without a permission. */
function mayUndo(
  { type, userId, things }: Step,
  { permissions }: Located<'board'>,
  actorId: string,
): boolean {
  const permission = needed[type];
  if (permission === undefined || holds(permissions, permission)) return true;
  if (type === 'card.restored') return things?.[0]?.before?.['stands'] === 'archived';
  return permission !== 'card:delete' && userId === actorId;
}

async function shown(
  db: Reads,
  { workspaceId, id: boardId, permissions }: Located<'board'>,
  done: readonly Undone[],
  rows: readonly StepRow[],
): Promise<Omit<Reply, 'undoPublicId' | 'name'>> {
  const ids = [...new Set(rows.flatMap(({ cardId }) => cardId ?? []))];
  const found = holds(permissions, 'card:view')
    ? await db.all(namedCards, { workspaceId, boardId, ids })
    : [];
  const cards = new Map(found.map((card) => [card.publicId, card]));
  const steps = done.map(({ step: { type, at, cardId }, left, reason }) => ({
    type,
    at: isoMillis(at),
    card: (cardId === null ? undefined : cards.get(cardId)) ?? null,
    left,
    reason: reason ?? null,
  }));
  const undone = steps.filter(({ left }) => left === null).length;
  return { undone, left: steps.length - undone, steps };
}
