import { type Fields, textOf, timeOf } from '../boardtool-json/fields.ts';
import type { Link } from '../reading/description.ts';
import { contentTypeOf, type FileAttachment, type FileSource } from '../reading/file-board.ts';
import { grouped } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';
import type { WekanParts } from './parts.ts';

interface Found {
  attachments: FileAttachment[];
  /** Old exports have addresses instead of bytes. */
  links: Link[];
}

/** The attachments of a card: in base64, or as files of the zip. */
export function attachmentsOf(
  parts: WekanParts,
  place: (id: unknown) => number | null,
  warnings: Warnings,
): (cardId: string, coverId: string) => Found {
  const filesOf = grouped(parts.list('attachments'), ({ cardId }) => textOf(cardId));
  const read = (file: Fields, from: FileSource): FileAttachment => {
    const { userId, at } = parts.attached(textOf(file._id));
    return {
      name: (parts.cutOf(file.name) ? '' : textOf(file.name)) || 'file',
      contentType: contentTypeOf(textOf(file.type)),
      by: place(file.userId) ?? place(userId),
      at: timeOf(file.uploadedAt) ?? timeOf(file.createdAt) ?? at,
      from,
    };
  };
  return (cardId, coverId) => {
    const found: Found = { attachments: [], links: [] };
    for (const file of filesOf(cardId)) {
      const from = sourceOf(file, parts);
      const address = textOf(file.url);
      if (from) found.attachments.push({ ...read(file, from), isCover: textOf(file._id) === coverId });
      else if (address !== '') {
        warnings.add('attached files kept as links in the description; the export does not contain them');
        found.links.push({ name: textOf(file.name), address });
      } else warnings.add('attached files missing from the export left out', 1, textOf(file.name));
    }
    return found;
  };
}

function sourceOf({ _id, file, url }: Fields, parts: WekanParts): FileSource | undefined {
  const cut = parts.cutOf(file);
  if (cut) return { base64: cut };
  if (typeof file === 'string') return { text: file };
  // A zip has them as files next to the text; a plain file does not contain them.
  return file === undefined && textOf(url) === '' ? { prefix: `attachments/${textOf(_id)}-` } : undefined;
}
