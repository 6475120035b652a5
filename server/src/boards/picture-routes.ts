import { Readable } from 'node:stream';
import { boardPictures } from '../../../contract/board-pictures.ts';
import { locate } from '../base/access/locate.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { isUnchanged } from '../base/http/etag.ts';
import type { Service } from '../base/service.ts';
import { pictureOf, pictureWithContent } from '../data/boards/pictures.ts';
import { setPicture } from './actions/picture.ts';
import { preparesPictures } from './flows/prepare-picture.ts';

/** Whatever it contains, it runs nothing. */
const sandbox = "default-src 'none'; sandbox";

export function pictureRoutes(service: Service): void {
  const { db } = service;
  const prepare = preparesPictures(service.stopping);

  bind(service, boardPictures.get, async ({ actor, params, request, reply }) => {
    const { workspaceId, id: boardId } = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const stored = await db.first(pictureOf, { workspaceId, boardId });
    if (!stored) throw new NotFound();
    reply.header('content-security-policy', sandbox);
    if (isUnchanged(request, reply, `"${stored.id}"`)) {
      reply.code(304);
      return '';
    }
    const picture = await db.first(pictureWithContent, { workspaceId, boardId });
    if (!picture) throw new NotFound();
    const content = Buffer.from(picture.content, 'base64');
    reply.headers({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'content-length': content.length,
    });
    return Readable.from(request.method === 'HEAD' ? [] : [content]);
  });

  bind(service, boardPictures.set, async ({ actor, change, params, body }) => {
    const { boardPublicId } = params;
    await locate(db, actor, 'board', boardPublicId, 'board:edit');
    const content = await prepare(actor.userId, body.picture);
    return change(async (work) => ({ picture: (await setPicture(work, boardPublicId, content)) ?? '' }));
  });

  bind(service, boardPictures.remove, ({ change, params }) =>
    change(async (work) => {
      await setPicture(work, params.boardPublicId, null);
      return { success: true };
    }),
  );
}
