import { sql } from 'kysely';
import { pictureOf, storedPicture } from '../../base/covers.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';

const pictureOn = query(
  'cards.pictureOn',
  (_db, p: { workspaceId: string; cardId: string; id: string }) => sql<{
    width: number | null;
    height: number | null;
  }>`
  select f.width as width, f.height as height from attachments f
  where f.workspace_id = ${p.workspaceId} and f.id = ${p.id} and f.card_id = ${p.cardId}
    and f.content_type like 'image/%'`,
);

/** A stored cover with the measures of its picture. Throws `Invalid` for a picture that is not on the card. */
export async function measured(
  tx: Reading,
  { workspaceId, id: cardId }: { workspaceId: string; id: string },
  cover: string | null,
): Promise<string | null> {
  const picture = pictureOf(cover);
  if (!picture) return cover;
  const found = await tx.first(pictureOn, { workspaceId, cardId, id: picture.id });
  if (!found) throw new Invalid('unknown-picture', { field: 'body/cover', id: picture.id });
  return storedPicture(picture.id, found.width, found.height);
}

/** Keeps the measures of a picture with the card whose cover it is. */
export const measureCover = command(
  'cards.measureCover',
  (_db, p: { workspaceId: string; id: string; cover: string }) => sql`
  update cards set cover = ${p.cover} where workspace_id = ${p.workspaceId} and cover = ${p.id}
    and id = (select f.card_id from attachments f where f.workspace_id = ${p.workspaceId} and f.id = ${p.id})`,
);

/** Makes a picture the cover of its card. */
export const coverWith = command(
  'cards.coverWith',
  (_db, p: { workspaceId: string; cardId: string; cover: string }) => sql`
  update cards set cover = ${p.cover} where workspace_id = ${p.workspaceId} and id = ${p.cardId}`,
);
