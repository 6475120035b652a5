import { type RawBuilder, sql } from 'kysely';
import type { QuestionState } from '../../../../contract/question-shapes.ts';
import { second } from '../../base/clock.ts';
import type { Functions } from '../../base/db/functions.ts';
import { query } from '../../base/db/query.ts';
import { bytesAtOnce } from '../../base/http/sliced-page.ts';
import { personJson } from '../members/fragments.ts';

/* Questions: comments that ask. */

/** The columns of a comment that is no question. */
export const asksNothing = { asks: null, options: null, askedTo: null, answerId: null };

interface OnCard {
  workspaceId: string;
  cardId: string;
}

/**
 * The API key by which a comment was written: its activity is stored in the same change, microseconds later at most.
 * `comment` is the alias of its row.
 */
export const keyOfComment = (comment: 'a' | 'c', p: OnCard): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${comment}.${column}`);
  return sql`(
  select k.api_key from activities k
  where k.workspace_id = ${p.workspaceId} and k.card_id = ${p.cardId} and k.comment_id = ${of('id')}
    and k.created_at >= ${of('created_at')} and k.created_at < ${of('created_at')} + ${sql.lit(second)}
  order by k.created_at limit 1)`;
};

/** Question `c` with its answer `a`, if there is one. */
const questionJson = (fn: Functions, p: OnCard): RawBuilder<string> =>
  fn.object({
    publicId: 'c.id',
    cardPublicId: 'c.card_id',
    text: 'c.comment',
    options: fn.json('c.options'),
    state: 'c.asks',
    createdAt: fn.millis('c.created_at'),
    askedBy: personJson(fn, 'u'),
    apiKey: sql`case when u.deleted_at is null then ${fn.json(keyOfComment('c', p))} end`,
    askedTo: sql`case when t.id is not null then ${personJson(fn, 't')} end`,
    answer: sql`case when a.id is not null then ${fn.object({
      publicId: 'a.id',
      text: 'a.comment',
      createdAt: fn.millis('a.created_at'),
      answeredBy: personJson(fn, 'au'),
      apiKey: sql`case when au.deleted_at is null then ${fn.json(keyOfComment('a', p))} end`,
    })} end`,
  });

const withPeople = (p: OnCard): RawBuilder<unknown> => sql`from comments c
    join users u on u.id = c.created_by
    left join users t on t.id = c.asked_to
    left join comments a on a.workspace_id = ${p.workspaceId} and a.id = c.answer_id
    left join users au on au.id = a.created_by`;

/** A question as JSON; nothing if the comment asks nothing. */
export const question = query(
  'comments.question',
  (_db, p: OnCard & { id: string }, fn) => sql<{ json: string }>`
  select ${questionJson(fn, p)} as json ${withPeople(p)}
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.id} and c.card_id = ${p.cardId} and c.asks is not null`,
);

interface QuestionPage extends OnCard {
  /** Only questions older than this one, given by its time in microseconds and its id. */
  at: number;
  id: string;
  limit: number;
}

/** A question as JSON, or null once the size limit is reached, with the parts of the cursor after it. */
export interface QuestionEntry {
  json: string | null;
  at: number;
  id: string;
}

/** The questions of a card, newest first; texts beyond the size limit are not read. */
const newest = (name: string, state: RawBuilder<boolean>) =>
  query(
    `comments.questions.${name}`,
    (_db, p: QuestionPage, fn) => sql<QuestionEntry>`
  select s.at as at, s.id as id, case when s.bytes_before < ${sql.lit(bytesAtOnce)} then (
      select ${questionJson(fn, p)} ${withPeople(p)} where c.workspace_id = ${p.workspaceId} and c.id = s.id
    ) end as json
  from (
    select n.at, n.id, coalesce(sum(n.bytes) over (
      order by n.at desc, n.id desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from (
      select c.created_at as at, c.id as id, octet_length(c.comment) + octet_length(c.options) + coalesce((
          select octet_length(a.comment) from comments a
          where a.workspace_id = ${p.workspaceId} and a.id = c.answer_id), 0) as bytes
      from comments c
      where c.workspace_id = ${p.workspaceId} and c.card_id = ${p.cardId} and c.asks ${state}
        and (c.created_at, c.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
      order by c.created_at desc, c.id desc limit ${p.limit}
    ) n
  ) s order by s.at desc, s.id desc`,
  );

const inState = (state: QuestionState) => newest(state, sql`= ${sql.lit(state)}`);

export const questionsOn = {
  open: inState('open'),
  answered: inState('answered'),
  withdrawn: inState('withdrawn'),
  all: newest('all', sql`is not null`),
};
