import { upload } from '../board/uploads.ts';
import { fileTexts } from '../messages/card.ts';
import { addressOfFile } from '../ui/around.ts';
import { apply, replace } from './field.ts';
import { isPicture } from './file-kind.ts';

/** Attaches files to the card, and inserts their links where the caret is. */
export function insertFiles(field: HTMLTextAreaElement | null, id: string, files: readonly File[]): void {
  const done = upload(id, files);
  files.forEach((file, index) => void insertFile(field, file, done[index]));
}

/** Inserts a placeholder while the file is uploaded, then its link. */
async function insertFile(
  field: HTMLTextAreaElement | null,
  file: File,
  done: ReturnType<typeof upload>[number] | undefined,
): Promise<void> {
  if (!field) return;
  const name = (file.name || fileTexts.unnamed).replace(/[[\]\n\\]/g, ' ');
  const holder = `[${fileTexts.uploading(name)}]()`;
  const { selectionStart: start } = field;
  const at = start + holder.length;
  apply(field, { from: start, to: field.selectionEnd, insert: holder, start: at, end: at });
  const attached = await done;
  const isShown = isPicture(attached?.contentType ?? '');
  const made = attached ? `${isShown ? '!' : ''}[${name}](${addressOfFile(attached.publicId)})` : '';
  replace(field, holder, made);
}
