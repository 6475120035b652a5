import { sql } from 'kysely';
import type { cards } from '../../../contract/cards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Located } from '../base/access/locate.ts';
import { type CardValues, datesOf, fieldsOf, showIn } from '../base/card-fields.ts';
import { type Viewer, viewerOf, viewerRow } from '../base/changes/activity.ts';
import { isoMillisOrNull } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { itemFields, versionOf } from '../base/edits.ts';
import { NotFound } from '../base/errors.ts';
import { Json } from '../base/http/bind.ts';
import { checklistsJson } from '../data/checklists/fragments.ts';
import { cardLabelsJson } from '../data/labels/fragments.ts';
import { cardMembersJson } from '../data/members/fragments.ts';

/** The contents of a card; the structured parts are JSON texts, sent unchanged. */
interface ContentRow extends CardValues {
  archivedAt: number | null;
  labels: string;
  members: string;
  checklists: string;
  attachments: string;
  place: string;
}

const cardContent = query(
  'cards.content',
  (_db, p: Viewer & { workspaceId: string; id: string }, fn) => sql<ContentRow>`
  select ${sql.raw(fieldsOf('c'))}, c.archived_at as "archivedAt",
    ${cardLabelsJson(fn, p.workspaceId, 'c')} as labels,
    ${cardMembersJson(fn, p.workspaceId, 'c', 'v.show_emails', sql`v.show_members = 1`)} as members,
    ${checklistsJson(fn, p.workspaceId, 'c', sql`v.show_members = 1`)} as checklists,
    ${fn.list(
      fn.object({
        publicId: 'f.id',
        contentType: 'f.content_type',
        originalFilename: 'f.original_filename',
        size: 'f.size',
      }),
      sql`from attachments f where f.workspace_id = ${p.workspaceId} and f.card_id = c.id`,
      'f.created_at, f.id',
    )} as attachments,
    ${fn.object({
      list: fn.object({ publicId: 'l.id', name: 'l.name', archivedAt: fn.millis('l.archived_at') }),
      board: fn.object({ publicId: 'b.id', name: 'b.name', archivedAt: fn.millis('b.archived_at') }),
      workspace: fn.object({ publicId: 'w.id', name: 'w.name', cardPrefix: 'w.card_prefix' }),
    })} as place
  from cards c
  join lists l on l.workspace_id = ${p.workspaceId} and l.id = c.list_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = c.board_id
  join workspaces w on w.id = ${p.workspaceId}
  ${viewerRow(p)}
  where c.workspace_id = ${p.workspaceId} and c.id = ${p.id}`,
);

function withVersions(checklists: string): string {
  if (checklists === '[]') return checklists;
  const parsed = JSON.parse(checklists) as ReplyOf<typeof cards.content>['checklists'];
  return JSON.stringify(
    parsed.map(({ publicId, name, items }) => ({
      publicId,
      name,
      items: items.map(({ publicId, title, completed, due, memberPublicId, acceptance, ...rest }) => {
        const fields = itemFields({ title, completed });
        const { completedAt, completedBy, evidence } = rest;
        return {
          publicId,
          ...fields,
          due,
          memberPublicId,
          acceptance,
          completedAt,
          completedBy,
          evidence,
          version: versionOf(fields),
        };
      }),
    })),
  );
}

const shown = showIn('content');
const versioned = showIn('version');

/** The contents of a card without its history, which may be a hundred times as long. */
export async function readContent(
  db: Reading,
  card: Located<'card'>,
): Promise<Json<ReplyOf<typeof cards.content>>> {
  const found = await db.first(cardContent, {
    workspaceId: card.workspaceId,
    id: card.id,
    ...viewerOf(card),
  });
  if (!found) throw new NotFound();
  const { labels, members, checklists, attachments, place } = found;
  const scalars = JSON.stringify({
    publicId: card.id,
    ...shown(found),
    ...datesOf(found),
    cardNumber: card.number,
    archivedAt: isoMillisOrNull(found.archivedAt),
    version: versionOf(versioned(found)),
  });
  return new Json(
    `${scalars.slice(0, -1)},"labels":${labels},"members":${members},"checklists":${withVersions(checklists)},` +
      `"attachments":${attachments},${place.slice(1)}`,
  );
}
