import { comments } from '../../../contract/comments.ts';
import { questions } from '../../../contract/questions.ts';
import { requirePermission } from '../base/access/authority.ts';
import { locate } from '../base/access/locate.ts';
import { commentFields, versionOf } from '../base/edits.ts';
import { bind } from '../base/http/bind.ts';
import { type Cursor, cursorFrom, cursorText } from '../base/http/cursor.ts';
import { type SlicedList, slicedPage } from '../base/http/sliced-page.ts';
import { type Turns, turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { type QuestionEntry, questionsOn } from '../data/comments/questions.ts';
import { shownTo } from '../data/comments/reactions.ts';
import { addressOf, createComment, deleteComment, editComment, updateComment } from './actions/comments.ts';
import { answerQuestion, askQuestion, withdrawQuestion } from './actions/questions.ts';
import { react, takeReactionBack } from './actions/reactions.ts';
import { type CommentEntry, newestComments } from './queries.ts';

/** Adds what is made of the stored columns. */
const complete =
  (userId: string) =>
  (entry: CommentEntry): CommentEntry => {
    const { json, comment, reactions } = entry;
    if (json === null || comment === null) return entry;
    const version = versionOf(commentFields({ comment }));
    const shown = JSON.stringify(shownTo(userId, reactions));
    return { ...entry, json: `${json.slice(0, -1)},"version":"${version}","reactions":${shown}}` };
  };

export function commentRoutes(service: Service): void {
  const { db } = service;
  const turns = turnsOn(db.engine);

  bind(service, comments.list, async ({ actor, params, query }) => {
    const after = cursorFrom(query.cursor);
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { workspaceId, id: cardId, showEmails, permissions } = card;
    requirePermission(permissions, 'comment:view');
    const list: SlicedList<CommentEntry, Cursor> = {
      key: 'comments',
      read: async ({ at, id }, limit) =>
        (await db.all(newestComments, { workspaceId, cardId, showEmails, at, id, limit })).map(
          complete(actor.userId),
        ),
      behind: ({ at, id }) => ({ at, id }),
      textOf: cursorText,
    };
    return slicedPage(turns, list, after, query.limit ?? 20);
  });

  bind(service, comments.create, ({ change, params, body }) =>
    change((work) => createComment(work, params.cardPublicId, body)),
  );

  bind(service, comments.update, ({ change, params, body }) =>
    change((work) => updateComment(work, params, body)),
  );

  bind(service, comments.updateById, ({ change, params, body }) =>
    change(async (work) => updateComment(work, await addressOf(work, params.commentPublicId), body)),
  );

  bind(service, comments.edit, ({ change, params, body }) =>
    change(async (work) => editComment(work, await addressOf(work, params.commentPublicId), body)),
  );

  bind(service, comments.deleteById, ({ change, params }) =>
    change(async (work) => deleteComment(work, await addressOf(work, params.commentPublicId))),
  );

  bind(service, comments.delete, ({ change, params }) => change((work) => deleteComment(work, params)));

  bind(service, comments.addReaction, ({ change, params }) => change((work) => react(work, params)));

  bind(service, comments.removeReaction, ({ change, params }) =>
    change((work) => takeReactionBack(work, params)),
  );

  questionRoutes(service, turns);
}

function questionRoutes(service: Service, turns: Turns): void {
  const { db } = service;

  bind(service, questions.list, async ({ actor, params, query }) => {
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { workspaceId, id: cardId, permissions } = card;
    requirePermission(permissions, 'comment:view');
    const list: SlicedList<QuestionEntry, Cursor> = {
      key: 'questions',
      read: ({ at, id }, limit) =>
        db.all(questionsOn[query.state ?? 'open'], { workspaceId, cardId, at, id, limit }),
      behind: ({ at, id }) => ({ at, id }),
      textOf: cursorText,
    };
    return slicedPage(turns, list, cursorFrom(query.cursor), query.limit ?? 20);
  });

  bind(service, questions.ask, ({ change, params, body }) =>
    change((work) => askQuestion(work, params.cardPublicId, body)),
  );

  bind(service, questions.answer, ({ change, params, body }) =>
    change((work) => answerQuestion(work, params.questionPublicId, body)),
  );

  bind(service, questions.withdraw, ({ change, params }) =>
    change((work) => withdrawQuestion(work, params.questionPublicId)),
  );
}
