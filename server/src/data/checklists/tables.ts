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
    created_at: micros(),
  },
  content: {
    title: text(),
    position: text(),
    due_at: nullable(micros()),
    /** Whose work it is; one who was removed from the workspace is not shown. */
    member_id: nullable(text()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    checklists: RowOf<typeof checklists>;
    checklist_items: RowOf<typeof checklistItems>;
  }
}
