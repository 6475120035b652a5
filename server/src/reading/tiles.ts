import { sql } from 'kysely';
import { linesIn, shortColumns } from '../base/card-fields.ts';
import { isoMillis } from '../base/clock.ts';
import { coverJson } from '../base/covers.ts';
import { lineFormat, rowsFrom } from '../base/db/keys.ts';
import { factsJson, relationFacts } from '../data/relations/fragments.ts';
import {
  type BoardParams,
  type Keys,
  keysOn,
  labelKeys,
  labelTable,
  onCards,
  parseKeys,
  wholeCard,
} from './children.ts';
import type { CardForm } from './part.ts';

/*
 * Tiles: cards as a live board shows them (`LiveCard`). Each table is read once for all cards, and the rows are joined here,
 * so the number of statements does not grow with the number of cards.
 */

/** The row that the database returns for some tiles; `parseTiles` makes JSON of it. */
export interface TilesRead {
  /** Lines; see `tileLines`. */
  tiles: string;
  /** Keys: the card, 0, and the id of a label, or of a member. */
  tileLabels: string;
  tileMembers: string;
  /** Keys: the card, the kind, the count, and for attachments the newest picture. */
  tileCounts: string;
  /** Keys: the card, its holder, until when, and 1 for a claim by an API key. */
  tileClaims: string;
}

const fields = linesIn('tile');

/** Texts are JSON; times are microseconds, or empty; for `relations` see `relationFacts`. */
const tileLines = lineFormat(
  'id',
  'listId',
  'position',
  'number',
  'archivedAt',
  'hasDescription',
  'relations',
  'pullRequest',
  ...fields.names,
);

/** Ids sort by age, so the greatest one is the newest. */
const newestPicture = sql.raw(`coalesce(
  max(case when x.preview_size > 0 then x.id || '.' || x.width || '.' || x.height end), '-')`);

const time = (column: string) => sql`coalesce(cast(${sql.raw(column)} as text), '')`;

/** Cards in the trash are left out. */
export const tileForm: CardForm<BoardParams, TilesRead, object> = {
  outline: () => ({
    size: sql`octet_length(x.title) + coalesce(octet_length(x.field_values), 0)`,
    columns: sql`x.number, ${sql.raw(shortColumns('x'))}, x.archived_at, x.related, x.pull_request, x.title, case when x.description <> '' then 'x' end as description`,
    passes: sql`1 = 1`,
    lists: sql`l.archived_at is null`,
  }),
  tables: (fn, p, isWhole) => sql`
    ${labelTable(p, isWhole)},
    checklists_of_tiles as materialized (select x.id, x.card_id ${onCards(fn, p, 'checklists')})`,
  columns: (fn, p, from) => sql`
    ${tileLines.column(
      fn,
      {
        id: 'x.id',
        listId: 'x.list_id',
        position: 'x.position',
        number: 'x.number',
        archivedAt: time('x.archived_at'),
        hasDescription: sql`case when x.description <> '' then 'true' else 'false' end`,
        relations: relationFacts(fn, p.workspaceId, 'x'),
        pullRequest: sql`coalesce(x.pull_request, '')`,
        ...fields.pieces(fn, 'x'),
      },
      from,
    )} as tiles,
    ${labelKeys(fn, p, sql.lit(wholeCard.maxRows))} as "tileLabels",
    ${keysOn(fn, '0', 'member_id', onCards(fn, p, 'card_members'))} as "tileMembers",
    ${fn.keys(
      ['o.card_id', 'o.what', 'o.count', 'o.cover'],
      sql`from (
        select x.card_id, 'comments' as what, count(*) as count, '-' as cover
        ${onCards(fn, p, 'comments', sql`deleted_at is null`)} group by x.card_id
        union all
        select x.card_id, 'questions', count(*), '-' ${onCards(fn, p, 'comments', sql`asks = 'open'`)} group by x.card_id
        union all
        select x.card_id, 'attachments', count(*), ${newestPicture} ${onCards(fn, p, 'attachments')} group by x.card_id
        union all
        select k.card_id, case when x.completed = 1 then 'done' else 'open' end, count(*), '-' ${fn.lookUp({
          table: 'checklist_items',
          workspaceId: p.workspaceId,
          column: 'checklist_id',
          values: sql`checklists_of_tiles`,
        })} group by k.card_id, x.completed
      ) o`,
    )} as "tileCounts",
    ${fn.keys(
      ['x.card_id', 'x.member_id', 'x.expires_at', 'x.keyed'],
      sql`from (
        select x.card_id, x.member_id, x.expires_at, case when x.key_id is null then 0 else 1 end as keyed
        ${onCards(fn, p, 'card_claims', sql`expires_at > 0`)}
      ) x`,
    )} as "tileClaims"`,
};

const pullRequestJson = (state: string): string => (state === '' ? '' : `,"pullRequest":"${state}"`);

const timeJson = (micros: string): string => (micros === '' ? 'null' : `"${isoMillis(Number(micros))}"`);

/** The JSON of each tile, by the id of its card; ids need no escaping. Without members, nobody learns who is on a card or holds it. */
export function parseTiles(read: TilesRead, showMembers = true): Map<string, string> {
  const { rows, field } = tileLines.parse(read.tiles);
  const labels = idsOn(parseKeys(read.tileLabels));
  const members = idsOn(parseKeys(showMembers ? read.tileMembers : ''));
  const counts = countsByCard(read.tileCounts);
  const claims = claimsByCard(read.tileClaims, showMembers);
  const tiles = new Map<string, string>();
  for (let row = 0; row < rows; row++) {
    const id = field(row, 'id');
    const { comments, questions, attachments, open, done, cover } = counts.get(id) ?? nothing;
    tiles.set(
      id,
      `{"publicId":"${id}","cardNumber":${field(row, 'number')},${fields.json((name) => field(row, name))},` +
        `${fields.datesJson((name) => field(row, name))},` +
        `"listPublicId":"${field(row, 'listId')}","orderKey":"${field(row, 'position')}",` +
        `"labelPublicIds":[${labels(id)}],"memberPublicIds":[${members(id)}],` +
        `"hasDescription":${field(row, 'hasDescription')},` +
        `"commentCount":${comments},${questions > 0 ? `"questionCount":${questions},` : ''}"attachmentCount":${attachments},"itemCount":${done + open},` +
        `"completedItemCount":${done},"archivedAt":${timeJson(field(row, 'archivedAt'))},${coverJson(field(row, 'cover'), cover)}${factsJson(field(row, 'relations'))}${pullRequestJson(field(row, 'pullRequest'))}${claims.get(id) ?? ''}}`,
    );
  }
  return tiles;
}

type ClaimKeys = [card: string, member: string, expiresAt: string, keyed: string];

/** The claim of each card that has one, as a further property of its JSON. */
function claimsByCard(keys: string, showMembers: boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [card, member, expiresAt, keyed] of rowsFrom<ClaimKeys>(keys, 4)) {
    const holder = showMembers ? `"memberPublicId":"${member}",` : '';
    const byApiKey = keyed === '1' ? '"byApiKey":true,' : '';
    found.set(card, `,"claim":{${holder}${byApiKey}"expiresAt":"${isoMillis(Number(expiresAt))}"}`);
  }
  return found;
}

/** The ids on a card, as the elements of a JSON list. */
const idsOn =
  ({ on }: Keys) =>
  (card: string): string => {
    let list = '';
    for (const { id } of on(card)) list += list === '' ? `"${id}"` : `,"${id}"`;
    return list;
  };

const nothing = { comments: 0, questions: 0, attachments: 0, open: 0, done: 0, cover: 'null' };

/** The JSON of a cover: its id, width and height. */
function coverOf(key: string): string {
  if (key === '-') return 'null';
  const [id, width, height] = key.split('.');
  return `{"attachmentPublicId":"${id}","width":${width},"height":${height}}`;
}

type Count = [
  card: string,
  what: 'comments' | 'questions' | 'attachments' | 'open' | 'done',
  count: string,
  cover: string,
];

/** The numbers of children of each card. */
function countsByCard(keys: string): Map<string, typeof nothing> {
  const found = new Map<string, typeof nothing>();
  for (const [card, what, count, cover] of rowsFrom<Count>(keys, 4)) {
    const counts = found.get(card) ?? { ...nothing };
    counts[what] = Number(count);
    if (what === 'attachments') counts.cover = coverOf(cover);
    found.set(card, counts);
  }
  return found;
}
