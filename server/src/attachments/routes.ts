import { attachments } from '../../../contract/attachments.ts';
import { isSigned, uploadAddress } from '../access/file-address.ts';
import { isoMillis, minute, second } from '../clock.ts';
import { Forbidden } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { checkUploaded, confirmUpload } from './actions/confirm-upload.ts';
import { createUpload } from './actions/create-upload.ts';
import { deleteAttachment } from './actions/delete.ts';
import { receiveUpload } from './actions/receive-upload.ts';
import { removeExpiredUploads } from './actions/remove-expired.ts';
import { sendFile } from './send-file.ts';

export function attachmentRoutes(service: Service): void {
  const { change, config } = service;

  bind(service, attachments.createUpload, ({ actor, params, body }) =>
    change(actor, async (work) => {
      const { cardPublicId } = params;
      const { id, storageKey, expiresAt } = await createUpload(
        work,
        cardPublicId,
        body,
        config.maxUploadSize,
      );
      return {
        url: uploadAddress(service, id, expiresAt),
        method: 'PUT',
        headers: { 'content-type': body.contentType },
        storageKey,
        expiresAt: isoMillis(expiresAt),
      };
    }),
  );

  bind(service, attachments.upload, async ({ params, query, body, request }) => {
    const id = params.uploadPublicId;
    if (!isSigned(service, 'upload', id, query))
      throw new Forbidden('this address is not ours, or has expired');
    const { 'content-type': contentType, 'content-length': contentLength } = request.headers;
    await receiveUpload(service, id, { contentType, contentLength, body });
    return { success: true };
  });

  bind(service, attachments.confirm, async ({ actor, params, body }) => {
    await checkUploaded(service, actor, params.cardPublicId, body);
    return change(actor, (work) => confirmUpload(work, params.cardPublicId, body));
  });

  bind(service, attachments.content, async ({ params, query, request, reply }) => {
    const id = params.attachmentPublicId;
    if (!isSigned(service, 'download', id, query)) {
      throw new Forbidden('this address is not ours, or has expired');
    }
    return sendFile(service, id, request, reply);
  });

  bind(service, attachments.delete, async ({ actor, params }) => {
    await change(actor, (work) => deleteAttachment(work, params.attachmentPublicId));
    return { success: true };
  });

  service.jobs.every('expired-uploads', (5 * minute) / second, () => removeExpiredUploads(service));
}
