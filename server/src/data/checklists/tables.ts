import { flag, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const checklists = table('checklists', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    card_id: text(),
    created_at: micros(),
  },
  content: {
    name: text(),
    position: text(),
  },
});

export const checklistItems = table('checklist_items', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    checklist_id: text(),
    completed: flag(),
    /** When it was completed, by which account, and what shows it (`Evidence` as JSON); null while it is open. */
    completed_at: nullable(micros()),
    completed_by: nullable(text()),
    evidence: nullable(text()),
    created_at: micros(),
  },
  content: {
    title: text(),
    position: text(),
    due_at: nullable(micros()),
    /** Whose work it is; one who was removed from the workspace is not shown. */
    member_id: nullable(text()),
    acceptance: flag(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    checklists: RowOf<typeof checklists>;
    checklist_items: RowOf<typeof checklistItems>;
  }
}
