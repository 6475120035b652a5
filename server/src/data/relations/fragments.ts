import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';

/*
 * What the relations of a card say of the card itself. It is the same for everyone who sees the card, whether or not they see
 * the cards that it is about, so tiles are read once for all.
 */

/**
 * The facts of card `card` of the surrounding query as a text, empty for one without relations: 1 if it is blocked, the number
 * of its children that are done, and the number of its children. What is archived blocks nothing, but is still a child; templates
 * are neither.
 */
export const relationFacts = (fn: Functions, workspaceId: unknown, card: string): RawBuilder<string> => sql`
  case when ${sql.raw(card)}.related = 1 then (
    select coalesce(max(case when rel.type = 'blocks' and rc.completed_at is null and rc.archived_at is null
          and rcl.archived_at is null and rcb.archived_at is null then 1 else 0 end), 0)
      || ' ' || coalesce(sum(case when rel.type = 'parent' and rc.completed_at is not null then 1 else 0 end), 0)
      || ' ' || coalesce(sum(case when rel.type = 'parent' then 1 else 0 end), 0)
    from card_relations rel
    ${fn.row({ table: 'cards', as: 'rc', workspaceId, id: 'rel.card_id' })}
    ${fn.row({ table: 'lists', as: 'rcl', workspaceId, id: 'rc.list_id' })}
    ${fn.row({ table: 'boards', as: 'rcb', workspaceId, id: 'rc.board_id' })}
    where rel.workspace_id = ${workspaceId} and rel.other_id = ${sql.raw(card)}.id and rel.type in ('blocks', 'parent')
      and rc.is_template = 0 and rc.deleted_at is null and rcl.deleted_at is null and rcb.deleted_at is null
  ) else '' end`;

/** The facts that the text stands for. */
export interface RelationFacts {
  blocked: boolean;
  children: { done: number; total: number };
}

export function factsFrom(text: string | null): RelationFacts {
  const [blocked, done, total] = (text || '0 0 0').split(' ').map(Number);
  return { blocked: blocked === 1, children: { done: done ?? 0, total: total ?? 0 } };
}

/** The facts as further properties of a JSON object; those that are not so are left out. */
export function factsJson(text: string): string {
  if (text === '' || text === '0 0 0') return '';
  const { blocked, children } = factsFrom(text);
  return `${blocked ? ',"blocked":true' : ''}${children.total > 0 ? `,"children":${JSON.stringify(children)}` : ''}`;
}
