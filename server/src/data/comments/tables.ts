import type { QuestionState } from '../../../../contract/question-shapes.ts';
import { later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const comments = table('comments', {
  key: {
    workspace_id: text(),
    card_id: text(),
    created_at: micros(),
    id: text(),
  },
  own: {
    /** Empty once the comment is deleted. */
    comment: text(),
    created_by: text(),
    updated_at: nullable(micros()),
    deleted_at: later(micros()),
    /** The comment of the same card that it answers, or answered. */
    reply_to: nullable(text()),
    /** JSON: `Reaction[]`; null without any. */
    reactions: nullable(text()),
    /** A `QuestionState`; null if it is not a question. */
    asks: nullable(text<QuestionState>()),
    /** Of a question: JSON, a list of texts. */
    options: nullable(text()),
    /** The account that is asked. */
    asked_to: nullable(text()),
    /** The comment that answers. */
    answer_id: nullable(text()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    comments: RowOf<typeof comments>;
  }
}
