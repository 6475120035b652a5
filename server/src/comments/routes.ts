import { comments } from '../../../contract/comments.ts';
import { requirePermission } from '../base/access/authority.ts';
import { locate } from '../base/access/locate.ts';
import { commentFields, versionOf } from '../base/edits.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, pageJson, pageOf } from '../base/http/cursor.ts';
import type { Service } from '../base/service.ts';
import { addressOf, createComment, deleteComment, editComment, updateComment } from './actions/comments.ts';
import { type CommentEntry, newestComments } from './queries.ts';

const withVersion = ({ json, comment }: CommentEntry) => ({
  json: `${json.slice(0, -1)},"version":"${versionOf(commentFields({ comment }))}"}`,
});

export function commentRoutes(service: Service): void {
  const { db } = service;

  bind(service, comments.list, async ({ actor, params, query }) => {
    const after = cursorFrom(query.cursor);
    const card = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const { workspaceId, id: cardId, showEmails, permissions } = card;
    requirePermission(permissions, 'comment:view');
    const limit = query.limit ?? 20;
    const found = await db.all(newestComments, {
      workspaceId,
      cardId,
      showEmails,
      ...after,
      limit: limit + 1,
    });
    const { shown, nextCursor } = pageOf(found, limit);
    return pageJson('comments', shown.map(withVersion), nextCursor);
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
}
