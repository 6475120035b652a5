import { holds } from '../../../../contract/permissions.ts';
import { locate } from '../../base/access/locate.ts';
import { Invalid } from '../../base/errors.ts';
import type { FileProcess } from '../../base/processes/file-process.ts';
import type { Service } from '../../base/service.ts';
import { createCard } from '../../cards/actions/create.ts';
import { createComment } from '../../comments/actions/comments.ts';
import { answerOrComment } from '../../comments/actions/questions.ts';
import { openLists } from '../queries.ts';
import type { MailFile, ReadMail } from '../reading/messages.ts';
import { Refused } from '../refused.ts';
import type { Addressed } from './addressed.ts';
import { attachFiles, storeFiles } from './files.ts';
import { madeOnce, nameOf } from './once.ts';

/* What becomes of a mail that was judged: a comment, the answer to a question, or a card. */

/** Characters of a comment and of a description, and of a title. */
const longest = { text: 10_000, title: 2000 };

type Parts = Pick<Service, 'db' | 'clock' | 'secrets' | 'config' | 'changeAs' | 'storage' | 'jobs'>;

type Reader = Pick<FileProcess, 'ask'>;

/** Writes a mail once, however often it is delivered; returns once that is committed. */
export async function writeMail(parts: Parts, to: Addressed, mail: ReadMail, reader: Reader): Promise<void> {
  if (mail.text.length > longest.text) {
    throw new Refused(552, `5.3.4 The text has more than ${longest.text} characters`);
  }
  const key = nameOf(to.kind, to.id, mail.identity);
  await (to.kind === 'board'
    ? writeCard(parts, to, mail, reader, key)
    : writeComment(parts, to, mail, reader, key));
  if (mail.files.length > 0) parts.jobs.soon('previews');
}

async function writeComment(
  parts: Parts,
  { actor, kind, id }: Addressed,
  { text, files: given }: ReadMail,
  reader: Reader,
  key: string,
): Promise<void> {
  await madeOnce(parts, actor, key, async (change) => {
    const card = await locate(parts.db, actor, kind === 'card' ? 'card' : 'comment', id, 'comment:create');
    const { id: cardId } = card;
    const files = filesFor(given, holds(card.permissions, 'card:edit'));
    if (text === '' && files.length === 0) throw new Refused(554, '5.6.0 There is nothing new in the mail');
    const stored = await storeFiles(parts, { actor, cardId }, files, reader);
    await change(async (work) => {
      if (text !== '') {
        await (kind === 'card'
          ? createComment(work, cardId, { comment: text })
          : answerOrComment(work, { cardId, questionId: id }, text));
      }
      await attachFiles(work, cardId, stored);
    });
  });
}

/** The card is made first, because files are uploaded to a card; each step is made once, so a mail that is offered again goes on. */
async function writeCard(
  parts: Parts,
  { actor, id: boardId, listId }: Addressed,
  { subject, text, files: given }: ReadMail,
  reader: Reader,
  key: string,
): Promise<void> {
  const board = await locate(parts.db, actor, 'board', boardId, 'card:create');
  const files = filesFor(given, holds(board.permissions, 'card:edit'));
  for (const { size } of files) {
    const { maxUploadSize: max } = parts.config;
    if (size > max) throw new Invalid('file-too-large', { max });
  }
  const title = titleOf(subject || (text.split('\n')[0] ?? ''));
  if (title === '') throw new Refused(554, '5.6.0 The mail has neither a subject nor a text');
  const { publicId: cardId } = await madeOnce(parts, actor, key, async (change) => {
    const { workspaceId } = board;
    const lists = await parts.db.all(openLists, { workspaceId, boardId });
    const list = lists.find(({ id }) => id === listId) ?? lists[0];
    if (!list) throw new Refused(554, '5.2.0 The board has no list for cards');
    return change((work) =>
      createCard(work, {
        title,
        listPublicId: list.id,
        isBrought: true,
        ...(text === '' ? {} : { description: text }),
      }),
    );
  });
  if (files.length === 0) return;
  await madeOnce(parts, actor, `${key} files`, async (change) => {
    const stored = await storeFiles(parts, { actor, cardId }, files, reader);
    await change((work) => attachFiles(work, cardId, stored));
  });
}

const titleOf = (line: string): string =>
  line.length > longest.title ? `${line.slice(0, longest.title - 1).toWellFormed()}…` : line;

/** The files that may be attached; pictures in the text are no reason to refuse a mail. */
function filesFor(files: readonly MailFile[], mayAttach: boolean): readonly MailFile[] {
  if (mayAttach) return files;
  if (files.some(({ isInline }) => !isInline)) {
    throw new Refused(550, '5.7.1 You may write there, but not attach files');
  }
  return [];
}
