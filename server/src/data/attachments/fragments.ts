import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';

/**
 * The attachments of a card, oldest first, without their download addresses, which are signed when they are sent.
 * `card` is the alias of the card in the surrounding query.
 */
export const attachmentsJson = (fn: Functions, workspaceId: string, card: string): RawBuilder<string> =>
  fn.list(
    fn.object({
      publicId: 'f.id',
      contentType: 'f.content_type',
      storageKey: 'f.storage_key',
      originalFilename: 'f.original_filename',
      size: 'f.size',
    }),
    sql`from attachments f where f.workspace_id = ${workspaceId} and f.card_id = ${sql.raw(card)}.id`,
    'f.created_at, f.id',
  );
