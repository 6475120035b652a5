import { Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { operation } from './operation.ts';
import { Count, Id, named, nullable, PublicId, Success, Text, Timestamp } from './schema.ts';
import { measures } from './shapes.ts';
import { workspaceParams } from './workspaces.ts';

export const AttachmentRecord = named(
  'AttachmentRecord',
  Type.Object({
    publicId: Id,
    filename: Type.String({ example: 'plan.png' }),
    originalFilename: Type.String({ example: 'plan.png' }),
    contentType: Type.String({ example: 'image/png' }),
    size: Count('Size in bytes'),
    storageKey: Type.String({ description: 'Key of the stored file' }),
    createdAt: Timestamp('When it was attached'),
  }),
);

const Attachment = named(
  'Attachment',
  Type.Object({
    ...AttachmentRecord.properties,
    url: Type.String({ description: 'Download address; it expires' }),
    ...measures,
    preview: nullable(
      Type.String({
        description: 'Address of the small version, which needs a credential; null if there is none',
      }),
    ),
  }),
);

/** A token as in the media types of RFC 6838; a quoted parameter value may be anything that fits in a header. */
const token = '[A-Za-z0-9_!#$&^.+-]{1,127}';

const ContentType = Type.String({
  pattern: `^${token}/${token}( *; *${token}=(${token}|"[ !#-\\[\\]-~]*"))*$`,
  maxLength: 255,
  description: 'Media type',
  example: 'image/png',
});

const Size = Type.Integer({
  minimum: 1,
  description: 'Size in bytes, at most `MAX_UPLOAD_SIZE`',
  example: 48_213,
});

const Key = Type.String({ minLength: 1, maxLength: 255, description: 'Key of the uploaded file' });

const Upload = named(
  'Upload',
  Type.Object({
    url: Type.String({ description: 'Address to send the bytes to' }),
    method: Type.String({ description: 'Method to send them with', example: 'PUT' }),
    headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Headers to send with them',
      example: { 'content-type': 'image/png' },
    }),
    storageKey: Type.String({ description: 'Key to confirm the upload with' }),
    key: Type.String({ description: 'The same as `storageKey`' }),
    expiresAt: Timestamp('Latest time at which the upload may start'),
  }),
);

/** Query parameters that authorize a signed URL without a credential. */
const signature = Type.Object({
  expires: Type.Integer({ minimum: 0, description: 'When the address expires, in seconds since 1970' }),
  signature: Type.String({ minLength: 1, maxLength: 100, description: 'Signature of the address' }),
});

/** Query parameters that authorize a download URL without a credential, as long as the user may view the card. */
const download = Type.Object({
  ...signature.properties,
  user: PublicId('The user the address was issued to'),
});

const StorageUsage = named(
  'StorageUsage',
  Type.Object({
    usedBytes: Count('Bytes that the files take up'),
    quotaBytes: nullable(Count('Most bytes that they may take up; null for no limit')),
  }),
);

const attachmentParams = Type.Object({ attachmentPublicId: PublicId('The attachment') });

export const attachments = {
  createUpload: operation({
    id: 'createUpload',
    method: 'POST',
    path: '/cards/{cardPublicId}/attachments/upload-url',
    tag: 'Attachments',
    summary: 'Start an upload',
    description:
      'Returns an address for one upload of a file of exactly this size and type, valid for 15 minutes: of the ' +
      'service, or of the object store in which files are. Send the bytes there, then confirm the upload. Open ' +
      'uploads count as attachments of the card.',
    params: cardParams,
    body: Type.Object({
      filename: Text(255, { description: 'Name of the file', example: 'plan.png' }),
      contentType: ContentType,
      size: Size,
      throughService: Type.Optional(
        Type.Boolean({
          description:
            'Whether the address must be one of the service even if files are in an object store: for pages and ' +
            'callers that can reach only the service',
        }),
      ),
    }),
    reply: Upload,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  upload: operation({
    id: 'uploadFile',
    method: 'PUT',
    path: '/uploads/{uploadPublicId}',
    tag: 'Attachments',
    summary: 'Upload a file',
    description:
      'Takes the bytes of an upload that was started; the address comes from that reply and works once, for one ' +
      'request at a time. The service stores the file itself: 503 if it has no room.',
    params: Type.Object({ uploadPublicId: PublicId('The upload') }),
    query: signature,
    consumes: '*/*',
    unlimited: true,
    reply: Success,
    errors: [400, 403, 409, 413, 503],
    access: 'none',
  }),
  confirm: operation({
    id: 'confirmUpload',
    method: 'POST',
    path: '/cards/{cardPublicId}/attachments/confirm',
    tag: 'Attachments',
    summary: 'Attach an uploaded file',
    description:
      'Confirms that a file was uploaded and attaches it to the card (E10). The key must have been issued to the ' +
      'caller for this card and not be attached yet, and the size and type must be those of the file; otherwise ' +
      'nothing is stored. `s3Key` is accepted if there is no `storageKey`.',
    params: cardParams,
    body: Type.Object({
      storageKey: Type.Optional(Key),
      s3Key: Type.Optional(Key),
      filename: Text(255, { description: 'Name to show', example: 'plan.png' }),
      originalFilename: Text(255, { description: 'Name on the device it came from', example: 'plan.png' }),
      contentType: ContentType,
      size: Size,
    }),
    reply: AttachmentRecord,
    errors: [400, 401, 403],
    access: 'card:edit',
  }),
  list: operation({
    id: 'listAttachments',
    method: 'GET',
    path: '/cards/{cardPublicId}/attachments',
    tag: 'Attachments',
    summary: 'Read the attachments of a card',
    description:
      'Oldest first, with the dimensions of pictures. PNG, JPEG, GIF, WebP and AVIF files get a small version soon after ' +
      'they are attached, unless they are damaged or too large.',
    params: cardParams,
    reply: Type.Array(Attachment),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  preview: operation({
    id: 'previewAttachment',
    method: 'GET',
    path: '/attachments/{attachmentPublicId}/preview',
    tag: 'Attachments',
    summary: 'Download the small version of a picture',
    description:
      'A WebP that fits into 640 by 400 pixels: upright, without the metadata of the original, and of an animation only ' +
      'the first frame. 404 if there is none. It never changes, so browsers cache it.',
    params: attachmentParams,
    reply: Type.String({ format: 'binary' }),
    produces: 'image/webp',
    etag: true,
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  content: operation({
    id: 'downloadAttachment',
    method: 'GET',
    path: '/attachments/{attachmentPublicId}/content',
    tag: 'Attachments',
    summary: 'Download a file',
    description:
      'The file itself. The address is the `url` in the card. It needs no credential and works for at most ten ' +
      'minutes, and only while the user it was issued to may view the card. A request with `Range` is answered ' +
      'with 206.',
    params: attachmentParams,
    query: download,
    reply: Type.String({ format: 'binary' }),
    produces: '*/*',
    unlimited: true,
    errors: [400, 403, 416],
    access: 'none',
  }),
  usage: operation({
    id: 'getStorageUsage',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/storage',
    tag: 'Attachments',
    summary: 'Read how much the files of a workspace take up',
    description: 'Open uploads are included, and files in the trash.',
    params: workspaceParams,
    reply: StorageUsage,
    errors: [400, 401, 403, 404],
    access: 'workspace:view',
  }),
  update: operation({
    id: 'renameAttachment',
    method: 'PUT',
    path: '/attachments/{attachmentPublicId}',
    tag: 'Attachments',
    summary: 'Rename an attachment',
    description:
      'It is shown, exported and downloaded under its new name: both `filename` and `originalFilename`. The file stays as it is.',
    params: attachmentParams,
    body: Type.Object({ filename: Text(255, { description: 'Name of the file', example: 'plan.png' }) }),
    reply: named(
      'AttachmentName',
      Type.Object({
        publicId: Id,
        filename: AttachmentRecord.properties.filename,
        originalFilename: AttachmentRecord.properties.originalFilename,
      }),
    ),
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  delete: operation({
    id: 'deleteAttachment',
    method: 'DELETE',
    path: '/attachments/{attachmentPublicId}',
    tag: 'Attachments',
    summary: 'Delete an attachment',
    description:
      'Moves it to the trash, from where it can be restored for 30 days. Then the stored file is deleted too.',
    params: attachmentParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  restore: operation({
    id: 'restoreAttachment',
    method: 'POST',
    path: '/attachments/{attachmentPublicId}/restore',
    tag: 'Attachments',
    summary: 'Restore an attachment from the trash',
    description:
      'The attachment is on its card again, with the same id. 404 if its card is in the trash; 409 if the card has ' +
      'the max number of attachments by now.',
    params: attachmentParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
};
