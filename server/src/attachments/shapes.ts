import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../db/functions.ts';

/**
 * The attachments of a card, oldest first, without their download addresses, which are signed when they are sent.
 * `card` is the alias of the card in the query around it.
 */
export const attachmentsJson = (fn: Functions, card: string): RawBuilder<string> =>
  fn.list(
    fn.object({
      publicId: 'f.id',
      contentType: 'f.content_type',
      storageKey: 'f.storage_key',
      originalFilename: 'f.original_filename',
      size: 'f.size',
    }),
    sql.raw(`from attachments f where f.workspace_id = ${card}.workspace_id and f.card_id = ${card}.id`),
    'f.created_at, f.id',
  );
