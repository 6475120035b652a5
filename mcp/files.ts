import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { ApiError } from '../contract/client.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { Advice } from './advice.ts';
import { card, id, idempotencyKey } from './fields.ts';
import { lengthOf, room } from './pages.ts';
import { isData, withoutEmpty } from './shown.ts';
import { always, type Hands, Picture, tool } from './tool.ts';

type Attachment = ReplyOf<typeof api.attachments.list>[number];

/** Max bytes of a picture in a result: several times what its small version usually takes. */
const largestPicture = 256 * 1024;

/** Bytes of a text that are read at a time. */
const window = 32 * 1024;

const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|sql)\b|[^;]*\+(json|xml)\b)/i.test(
    contentType,
  );

/** An attachment by its id, or by its name if only one has it. */
async function attachmentOf({ client }: Hands, cardPublicId: string, given: string): Promise<Attachment> {
  const all = await client.call(api.attachments.list, { params: { cardPublicId } });
  const byId = all.find(({ publicId }) => publicId === given);
  const named = byId ? [byId] : all.filter(({ originalFilename }) => originalFilename === given);
  const [found, ...others] = named;
  if (found && others.length === 0) return found;
  const some = found ? 'several attachments' : 'no attachment';
  throw new Advice(`attachment: ${some} of this card are called so. Give the id that read_card tells.`);
}

/** The parameters that authorize a signed address. */
const signatureIn = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** The part of a text that begins at a byte, as much as fits; undefined if it is no text in UTF-8. */
function textAt(bytes: Uint8Array, isWhole: boolean, space: number): string | undefined {
  let end = bytes.length;
  // A character that the window cuts off belongs to the next part.
  if (!isWhole) {
    while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
    if ((bytes[end - 1] ?? 0) >= 0xc0) end--;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end));
  } catch {
    return undefined;
  }
  while (lengthOf(text) > space) {
    const cut = text.slice(0, Math.floor((text.length * space) / lengthOf(text)));
    text = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  }
  return text;
}

/** A part of a text file; undefined if it is none after all. */
async function partOf({ files }: Hands, { publicId, size, url }: Attachment, offset: number) {
  const query = signatureIn(url) as never;
  const range = { range: `bytes=${offset}-${Math.min(offset + window, size) - 1}` };
  const bytes = await files.read(
    api.attachments.content,
    { params: { attachmentPublicId: publicId }, query },
    range,
  );
  const text = textAt(bytes, offset + bytes.length >= size, room - 1000);
  if (text === undefined) return undefined;
  const next = offset + Buffer.byteLength(text);
  return { text, ...withoutEmpty({ nextOffset: next < size ? next : undefined }) };
}

export const see = tool({
  name: 'see',
  title: 'See an attachment',
  description:
    'Shows an attachment of a card: a picture as a small picture, a text as text, in parts where it is long; of others the ' +
    `address of the file, which works for some minutes. ${isData}`,
  effect: 'reads',
  needs: ['card:view'],
  input: Type.Object({
    card,
    attachment: Type.String({ minLength: 1, maxLength: 255, description: 'Id or name' }),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'The last `nextOffset`' })),
  }),
  async run(hands, { card: given, attachment: called, offset = 0 }) {
    const found = await attachmentOf(hands, await hands.find.card(given), called);
    const { publicId, originalFilename, contentType, size, url, preview, width, height } = found;
    const about = { id: publicId, name: originalFilename, contentType, size };
    if (preview !== null) {
      const of = { params: { attachmentPublicId: publicId } };
      const bytes = await hands.files.read(api.attachments.preview, of);
      if (bytes.length <= largestPicture) {
        const measures = withoutEmpty({ width, height });
        return new Picture(
          { ...about, ...measures, url },
          Buffer.from(bytes).toString('base64'),
          'image/webp',
        );
      }
    }
    if (isText(contentType)) {
      if (offset >= size) throw new Advice(`offset: the file ends at ${size}.`);
      const part = await partOf(hands, found, offset);
      if (part) return { ...about, ...part };
      if (offset > 0) throw new Advice('offset: give the nextOffset of the last part as it is.');
    }
    return { ...about, url };
  },
});

/** The bytes that a call brings, and their type. */
function bytesOf(name: string, { text, base64, contentType }: Given) {
  if ((text === undefined) === (base64 === undefined)) throw new Advice('Give one of text and base64.');
  if (text !== undefined)
    return { bytes: new TextEncoder().encode(text), contentType: contentType ?? 'text/plain; charset=utf-8' };
  const bytes = Uint8Array.from(Buffer.from(base64 ?? '', 'base64'));
  if (Buffer.from(bytes).toString('base64').replace(/=+$/, '') !== base64?.replace(/\s|=+$/g, ''))
    throw new Advice('base64: this is no Base64, or it was cut.');
  return { bytes, contentType: contentType ?? typeByName(name) };
}

interface Given {
  text?: string;
  base64?: string;
  contentType?: string;
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

const typeByName = (name: string): string =>
  types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

export const attach = tool({
  name: 'attach',
  title: 'Attach a file',
  description: 'Attaches a file of at most 90 KB to a card: a text, or bytes in Base64.',
  effect: 'adds',
  once: always,
  needs: ['card:edit'],
  input: Type.Object({
    card,
    name: api.attachments.createUpload.body.properties.filename,
    text: Type.Optional(Type.String()),
    base64: Type.Optional(Type.String()),
    contentType: Type.Optional(id('By the name if absent')),
    idempotencyKey,
  }),
  async run({ client, files, find }, { card: given, name, ...content }) {
    const { bytes, contentType } = bytesOf(name, content);
    const params = { cardPublicId: await find.card(given) };
    const file = { filename: name, contentType, size: bytes.length };
    const { url, storageKey } = await client.call(api.attachments.createUpload, {
      params,
      body: { ...file, throughService: true },
    });
    const uploadPublicId = new URL(url).pathname.split('/').at(-1) ?? '';
    const of = { params: { uploadPublicId }, query: signatureIn(url) as never };
    // An address works once: if this call is repeated, the bytes may be there already.
    await files.send(api.attachments.upload, of, { bytes, contentType }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || ![403, 409].includes(error.status)) throw error;
    });
    const { publicId } = await client.call(api.attachments.confirm, {
      params,
      body: { ...file, originalFilename: name, storageKey },
    });
    return { id: publicId, name, contentType, size: bytes.length };
  },
});
