import { integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** A stored file without an attachment: not confirmed yet, or of an attachment in the trash. It is removed when it expires. */
export const uploads = table('uploads', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    card_id: text(),
    storage_key: text(),
    content_type: text(),
    size: integer(),
    created_by: text(),
    created_at: micros(),
    expires_at: micros(),
    /** Of a deleted attachment. */
    filename: later(text()),
    original_filename: later(text()),
    deleted_at: later(micros()),
    deleted_by: later(text()),
  },
});

export const attachments = table('attachments', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    card_id: text(),
    filename: text(),
    original_filename: text(),
    content_type: text(),
    size: integer(),
    storage_key: text(),
    created_by: text(),
    created_at: micros(),
    /** Of a picture, as displayed. */
    width: later(integer()),
    height: later(integer()),
    /** Bytes of its preview (`base/storage/preview.ts`); null if there is none. */
    preview_size: later(integer()),
    preview_attempts: integer(),
    /** Attempts that have not reported a result: those whose process died, and a running one. */
    preview_deaths: integer(),
    /** When a node may next try to make a preview; null once that is done. */
    preview_due: nullable(micros()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    uploads: RowOf<typeof uploads>;
    attachments: RowOf<typeof attachments>;
  }
}
