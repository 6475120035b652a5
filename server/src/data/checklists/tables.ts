import { flag, micros, type RowOf, table, text } from '../../base/db/table.ts';

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
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    checklists: RowOf<typeof checklists>;
    checklist_items: RowOf<typeof checklistItems>;
  }
}
