import { attachments } from '../../../contract/attachments.ts';
import { allPermissions } from '../../../contract/permissions.ts';
import { downloadAddress, isSigned, previewAddress, uploadAddress } from '../base/access/file-address.ts';
import { locate } from '../base/access/locate.ts';
import { isoMillis, minute, second } from '../base/clock.ts';
import { Forbidden } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { quotaOf, usedBytes } from '../workspaces/actions/storage.ts';
import { confirmUpload } from './actions/confirm-upload.ts';
import { createUpload } from './actions/create-upload.ts';
import { deleteAttachment } from './actions/delete.ts';
import { renameAttachment } from './actions/rename.ts';
import { restoreAttachment } from './actions/restore.ts';
import { checksUploaded } from './flows/check-uploaded.ts';
import { receivesUploads } from './flows/receive-upload.ts';
import { makesPreviews, removeExpiredUploads } from './jobs.ts';
import { attachmentsOfCard } from './queries.ts';
import { sendFile, sendPreview } from './send-file.ts';

export function attachmentRoutes(service: Service): void {
  uploadRoutes(service);
  fileRoutes(service);
  previewRoutes(service);
}

function uploadRoutes(service: Service): void {
  const { config, storage } = service;
  const check = checksUploaded(service);
  const receive = receivesUploads(service);

  bind(service, attachments.createUpload, ({ change, params, body }) =>
    change(async (work) => {
      const { cardPublicId } = params;
      const { id, storageKey, expiresAt } = await createUpload(work, cardPublicId, body, config);
      const { contentType, size, throughService } = body;
      const expected = { contentType, size, from: work.now, until: expiresAt };
      const direct = throughService ? undefined : await storage.arrivals?.address(storageKey, expected);
      return {
        url: direct ?? uploadAddress(service, id, expiresAt),
        method: 'PUT',
        headers: { 'content-type': contentType },
        storageKey,
        key: storageKey,
        expiresAt: isoMillis(expiresAt),
      };
    }),
  );

  bind(service, attachments.upload, async ({ params, query, body, request }) => {
    const id = params.uploadPublicId;
    if (!isSigned(service, { use: 'upload', id }, query)) throw new Forbidden('address-expired');
    const { 'content-type': contentType, 'content-length': contentLength } = request.headers;
    await receive(id, { contentType, contentLength, body });
    return { success: true };
  });

  bind(service, attachments.confirm, async ({ actor, change, params, body }) => {
    // Without a key, the empty one is used, which was never issued.
    const given = { ...body, storageKey: body.storageKey ?? body.s3Key ?? '' };
    await check(actor, params.cardPublicId, given);
    const attached = await change((work) => confirmUpload(work, params.cardPublicId, given));
    service.jobs.soon('previews');
    return attached;
  });

  service.jobs.every('expired-uploads', (5 * minute) / second, () => removeExpiredUploads(service));
}

function fileRoutes(service: Service): void {
  bind(service, attachments.content, async ({ params, query, request, reply }) => {
    const id = params.attachmentPublicId;
    if (!isSigned(service, { use: 'download', id, user: query.user }, query)) {
      throw new Forbidden('address-expired');
    }
    // The user to whom the address was issued may have lost access since.
    const reader = { userId: query.user, mask: allPermissions, workspaceId: null, openBoards: null };
    await locate(service.db, reader, 'attachment', id, 'card:view');
    return sendFile(service, id, request, reply);
  });

  bind(service, attachments.list, async ({ actor, params }) => {
    const { id: cardId, workspaceId } = await locate(
      service.db,
      actor,
      'card',
      params.cardPublicId,
      'card:view',
    );
    const found = await service.db.all(attachmentsOfCard, { workspaceId, cardId });
    return found.map(({ createdAt, preview, ...attachment }) => ({
      ...attachment,
      createdAt: isoMillis(createdAt),
      url: downloadAddress(service, attachment.publicId, actor.userId),
      preview: preview === null ? null : previewAddress(service, attachment.publicId),
    }));
  });

  bind(service, attachments.usage, async ({ actor, params }) => {
    const { db, clock, config } = service;
    const { id } = await locate(db, actor, 'workspace', params.workspacePublicId, 'workspace:view');
    const quota = await quotaOf(db, { workspaceId: id, byDefault: config.storageQuota });
    return { usedBytes: await usedBytes(db, id, clock.now()), quotaBytes: quota ?? null };
  });

  bind(service, attachments.update, ({ change, params, body }) =>
    change((work) => renameAttachment(work, params.attachmentPublicId, body.filename)),
  );

  bind(service, attachments.delete, ({ change, params }) =>
    change((work) => deleteAttachment(work, params.attachmentPublicId)),
  );

  bind(service, attachments.restore, ({ change, params }) =>
    change((work) => restoreAttachment(work, params.attachmentPublicId)),
  );
}

function previewRoutes(service: Service): void {
  const previews = makesPreviews(service);

  bind(service, attachments.preview, async ({ actor, params, request, reply }) => {
    const id = params.attachmentPublicId;
    const { workspaceId } = await locate(service.db, actor, 'attachment', id, 'card:view');
    return sendPreview(service, { workspaceId, id }, { request, reply, lost: previews.makeAgain });
  });

  service.jobs.every('previews', 15, previews.run);
}
