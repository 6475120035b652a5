import { caps } from '../../../../contract/caps.ts';
import { issue } from '../../../../contract/issues.ts';
import { Failure } from '../../base/errors.ts';
import { type BoardContents, eachFromProvider, fromProvider } from '../../integrations/flows.ts';
import { linkTo, type SkipReason } from '../boardtool-json/attachments.ts';
import { type Fields, numberOf, textOf, timeOf } from '../boardtool-json/fields.ts';
import type { People } from '../boardtool-json/people.ts';
import { type Content, type ImportedAttachment, Unreadable } from '../imported-board.ts';
import { duringImport } from './statuses.ts';

/** Max files of a card; the rest of its attachments is reserved for long texts that become files. */
const maxFiles = caps.attachmentsOfCard / 2;

/** Returns why a file is not fetched, if that is known in advance. */
export const hindranceOf =
  (maxUploadSize: number): SkipReason =>
  ({ bytes }, index) => {
    if (numberOf(bytes) > maxUploadSize)
      return 'attached files that are too large kept as links in the description';
    if (index >= maxFiles)
      return `attached files beyond ${maxFiles} of a card kept as links in the description`;
    return undefined;
  };

/** A file that was uploaded to the board tool; it is fetched when it is attached. */
export function fileOf(
  contents: BoardContents,
  cardId: string,
  file: Fields,
  people: People,
): ImportedAttachment {
  const id = textOf(file.id);
  const originalName = textOf(file.fileName) || lastOf(pathIn(textOf(file.url))) || 'file';
  return {
    name: textOf(file.name).trim() || originalName,
    originalName,
    contentType: typeIn(file.mimeType) ?? 'application/octet-stream',
    by: people.place(file.idMember),
    at: timeOf(file.date),
    link: linkTo(file, people),
    open: () => fetched(contents, { cardId, id, name: originalName }),
  };
}

async function fetched(
  contents: BoardContents,
  file: Parameters<BoardContents['file']>[0],
): Promise<Content | null> {
  const found = await fromProvider(duringImport, contents.file(file)).catch((error: unknown) => {
    // The cause is not this file: the token was refused.
    if (error instanceof Failure && error.status < 500) throw new Unreadable(...error.issues);
    throw error;
  });
  if ('lost' in found) {
    if (found.lost === 'gone') return null;
    throw new Failure(400, [issue('provider-file-refused')]);
  }
  return Object.assign(eachFromProvider(duringImport, found.content), {
    contentType: typeIn(found.contentType),
  });
}

const nowhere = 'https://nowhere.invalid';

const pathIn = (address: string): string =>
  URL.canParse(address, nowhere) ? new URL(address, nowhere).pathname : '';

function lastOf(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const token = '[a-z0-9!#$&^_.+-]{1,100}';
const mediaType = new RegExp(`^${token}/${token}$`);

/** A media type without parameters; undefined if it is invalid or generic. */
function typeIn(value: unknown): string | undefined {
  const [type = ''] = textOf(value).toLowerCase().split(';');
  const bare = type.trim();
  return mediaType.test(bare) && !bare.endsWith('/octet-stream') ? bare : undefined;
}
