import type { Migration } from './migration.ts';

/*
 * The search texts: a row for each board, card and comment, with its words as `search/fold.ts` folds them. Triggers
 * maintain the rows, so that no write can forget them, but only record that a text is new or changed: folding and
 * indexing costs more than the change itself, and is done for many texts at once (`search/actions.ts`). Until then the
 * title of a text is null.
 *
 * Each trigram index entry covers one line: the workspace, then the words. So a word that is common in other workspaces
 * does not slow down a search. SQLite's index identifies a row by `number`, and stores no positions, because matches are
 * verified anyway.
 */

interface Source {
  table: 'boards' | 'cards' | 'comments';
  kind: 'board' | 'card' | 'comment';
  texts: string[];
}

const sources: Source[] = [
  { table: 'boards', kind: 'board', texts: ['name'] },
  { table: 'cards', kind: 'card', texts: ['title', 'description'] },
  { table: 'comments', kind: 'comment', texts: ['comment'] },
];

const waitAgain = `update search_texts set title = null, body = null
  where workspace_id = new.workspace_id and id = new.id;`;

const sqliteTriggers = ({ table, kind, texts }: Source): string[] => [
  `create trigger ${table}_searched after insert on ${table} begin
    insert into search_texts (workspace_id, id, kind) values (new.workspace_id, new.id, '${kind}'); end`,
  `create trigger ${table}_searched_again after update of ${texts.join(', ')} on ${table}
    when ${texts.map((text) => `new.${text} is not old.${text}`).join(' or ')} begin ${waitAgain} end`,
  `create trigger ${table}_unsearched after delete on ${table} begin
    delete from search_texts where workspace_id = old.workspace_id and id = old.id; end`,
];

const postgresTriggers = ({ table, kind, texts }: Source): string[] => [
  `create trigger ${table}_searched after insert on ${table} referencing new table as inserted
    for each statement execute function search_inserted('${kind}')`,
  `create trigger ${table}_searched_again after update of ${texts.join(', ')} on ${table} for each row
    when (${texts.map((text) => `new.${text} is distinct from old.${text}`).join(' or ')})
    execute function search_again()`,
  `create trigger ${table}_unsearched after delete on ${table} referencing old table as deleted
    for each statement execute function search_deleted()`,
];

const postgresFunction = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`;

/**
 * The service may not be allowed to create extensions: searches then scan the newest texts. New entries go to a pending
 * list that every search reads, so that list is kept short.
 */
const postgresIndex = `do $body$ begin
  create extension if not exists pg_trgm;
  create index search_texts_trigrams on search_texts
    using gin ((workspace_id || ' ' || title || ' ' || body) gin_trgm_ops)
    with (gin_pending_list_limit = 512) where title is not null;
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'searches go without an index: %', sqlerrm;
end $body$`;

export const search: Migration = {
  name: '0003-search',
  shared: `
create table search_texts (
  number $counter,
  workspace_id $key not null references workspaces (id) on delete cascade,
  id $key not null,
  kind text not null,
  title text,
  body text,
  $primary (workspace_id, id)
);
create index search_texts_waiting on search_texts (workspace_id, id) where title is null;
insert into search_texts (workspace_id, id, kind) select workspace_id, id, 'board' from boards;
insert into search_texts (workspace_id, id, kind) select workspace_id, id, 'card' from cards;
insert into search_texts (workspace_id, id, kind) select workspace_id, id, 'comment' from comments;
`,
  own: {
    sqlite: [
      'create unique index search_texts_id on search_texts (workspace_id, id)',
      `create virtual table search_index using fts5 (
        line, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1)`,
      `create trigger search_texts_indexed after update of title on search_texts when new.title is not null begin
        delete from search_index where rowid = new.number;
        insert into search_index (rowid, line)
        values (new.number, new.workspace_id || ' ' || new.title || ' ' || new.body); end`,
      `create trigger search_texts_unindexed after delete on search_texts begin
        delete from search_index where rowid = old.number; end`,
      ...sources.flatMap(sqliteTriggers),
    ],
    postgres: [
      postgresIndex,
      postgresFunction(
        'search_inserted',
        `insert into search_texts (workspace_id, id, kind) select workspace_id, id, tg_argv[0] from inserted;`,
      ),
      postgresFunction('search_again', waitAgain),
      postgresFunction(
        'search_deleted',
        `delete from search_texts s using deleted d where s.workspace_id = d.workspace_id and s.id = d.id;`,
      ),
      ...sources.flatMap(postgresTriggers),
    ],
  },
};
