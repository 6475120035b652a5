import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { keyOf } from '../../base/access/actor.ts';
import { requirePermission } from '../../base/access/authority.ts';
import { seesBoard } from '../../base/access/board-permissions.ts';
import type { Located } from '../../base/access/locate.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Asked } from '../../base/changes/news.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Conflict, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { runnerOf } from '../../data/bots/rows.ts';
import { question } from '../../data/comments/questions.ts';
import { comments } from '../../data/comments/tables.ts';
import { live } from '../queries.ts';
import { addComment, addressOf, createComment, grantComment } from './comments.ts';

/* Questions and their answers are comments. They change under the lock of the card, so that a question has one answer. */

const ask = updateRow('comments.ask', comments, ['asks', 'answer_id']);

export const requireQuestionRoom = cap('comments', ['workspace_id', 'card_id'], caps.openQuestionsOfCard, {
  what: 'open questions',
  only: sql`asks = 'open'`,
  name: 'questions',
});

/** The account of an active member who sees a board. */
const askable = query(
  'comments.askable',
  (_db, p: { workspaceId: string; boardId: string; memberId: string }) => sql<{ userId: string }>`
  select m.user_id as "userId" from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  where m.workspace_id = ${p.workspaceId} and m.id = ${p.memberId} and m.status = 'active'
    and m.user_id is not null and ${seesBoard('b', p.workspaceId)}`,
);

const shown = async ({ tx }: Work, of: { workspaceId: string; cardId: string; id: string }) => {
  const found = await tx.first(question, of);
  if (!found) throw new NotFound();
  return JSON.parse(found.json);
};

export interface NewQuestion {
  text: string;
  options?: string[];
  /** The member who is asked. */
  to?: string;
}

/** Asks a question on a card. */
export async function askQuestion(work: Work, cardPublicId: string, { text, options = [], to }: NewQuestion) {
  if (new Set(options).size < options.length) throw new Invalid('repeated', { field: 'body/options' });
  const card = await work.grant('card', cardPublicId, 'comment:create');
  requirePermission(card.permissions, 'comment:view');
  const { workspaceId, id: cardId } = card;
  await requireQuestionRoom(work.tx, { workspace_id: workspaceId, card_id: cardId });
  const askedTo = to === undefined ? null : await accountOf(work, card, to);
  const id = newId(work.now);
  await addComment(work, card, {
    id,
    comment: text,
    asks: 'open',
    options: JSON.stringify(options),
    askedTo,
    asked: await askedBy(work, card, askedTo),
  });
  return shown(work, { workspaceId, cardId, id });
}

async function accountOf({ tx }: Work, card: Located<'card'>, memberId: string): Promise<string> {
  const { workspaceId, boardId } = card;
  const found = await tx.first(askable, { workspaceId, boardId, memberId });
  if (!found) throw new Invalid('cannot-see-board-asked', { field: 'body/to' });
  return found.userId;
}

/** Whoever runs a program is told what it asks, even if it acts in their name. */
async function askedBy(
  { tx, actor }: Work,
  { workspaceId }: Located<'card'>,
  askedTo: string | null,
): Promise<Asked> {
  if (askedTo !== null)
    return { users: askedTo === actor.userId && !keyOf(actor) ? [] : [askedTo], watchers: false };
  const runner = keyOf(actor) && (await runnerOf(tx, workspaceId, actor));
  return { users: runner === undefined ? [] : [runner], watchers: true };
}

export interface NewAnswer {
  option?: number;
  text?: string;
}

/** Answers a question with one of its options or a text. */
export async function answerQuestion(work: Work, questionId: string, given: NewAnswer) {
  const card = await work.grant('comment', questionId, 'comment:create');
  requirePermission(card.permissions, 'comment:view');
  const { workspaceId, id: cardId } = card;
  const of = { workspaceId, cardId, id: questionId };
  const found = await work.tx.first(live, of);
  if (!found || found.asks === null) throw new NotFound();
  if (found.asks === 'answered') throw await alreadyAnswered(work, of);
  if (found.asks === 'withdrawn') throw new Conflict('question-withdrawn');
  const id = newId(work.now);
  await addComment(work, card, {
    id,
    comment: textOf(given, found.options),
    replyTo: questionId,
    answers: found.createdBy,
  });
  await setState(work, card, { ...of, createdAt: found.createdAt }, 'answered', id);
  return shown(work, of);
}

/** Answers a question, or comments on it if it is no longer open: nothing that somebody wrote is lost. */
export async function answerOrComment(
  work: Work,
  { cardId, questionId }: { cardId: string; questionId: string },
  text: string,
): Promise<void> {
  try {
    await answerQuestion(work, questionId, { text });
  } catch (error) {
    // Refused before anything was written.
    if (!(error instanceof Conflict)) throw error;
    await createComment(work, cardId, { comment: text, replyTo: questionId });
  }
}

async function alreadyAnswered(work: Work, of: { workspaceId: string; cardId: string; id: string }) {
  const { answer } = await shown(work, of);
  return new Conflict('question-answered', { name: answer?.answeredBy.name ?? 'Somebody' });
}

function textOf({ option, text }: NewAnswer, options: string | null): string {
  if ((option === undefined) === (text === undefined)) throw new Invalid('option-or-text');
  if (option === undefined) return text ?? '';
  const chosen = (JSON.parse(options ?? '[]') as string[])[option];
  if (chosen === undefined) throw new Invalid('no-such-option', { field: 'body/option' });
  return asMarkdown(chosen);
}

/** What was offered as plain text is to be shown as such, and must not mention anybody in the name of who chooses it. */
const asMarkdown = (plain: string): string =>
  plain
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/^[#+-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');

async function setState(
  { tx, record }: Work,
  { boardId }: Located<'card'>,
  key: { workspaceId: string; cardId: string; createdAt: number; id: string },
  asks: 'answered' | 'withdrawn',
  answerId: string | null,
): Promise<void> {
  const { workspaceId, cardId, id } = key;
  await tx.run(ask, { ...key, asks, answerId });
  record.live(`card.updated.comment.${asks}`, workspaceId, { boardId, cardId, subjectId: id });
}

/** Withdraws a question that nobody has answered; again, it changes nothing. */
export async function withdrawQuestion(work: Work, questionId: string) {
  const granted = await grantComment(work, await addressOf(work, questionId), 'comment:delete');
  const { card, key, asks } = granted;
  if (asks === null) throw new NotFound();
  if (asks === 'answered') throw await alreadyAnswered(work, key);
  if (asks === 'open') await setState(work, card, key, 'withdrawn', null);
  else work.quiet();
  return { success: true };
}
