import type { Language } from '../../../contract/languages.ts';
import { pathOfPage } from '../../../contract/pages.ts';
import { isoMillis } from '../base/clock.ts';
import { escaped } from '../base/html.ts';
import type { BoardActivityRow } from '../reading/board-activities.ts';
import { authorOf, sentenceOf } from './phrases.ts';

/* Writes feeds in the Atom format (RFC 4287). */

interface Feed {
  board: { workspaceId: string; id: string; name: string };
  publicUrl: string;
  /** Newest first. */
  rows: readonly BoardActivityRow[];
  /** When the address was made: when an empty feed was last changed. */
  createdAt: number;
  /** That of the owner of the address. */
  language: Language;
}

export function atomOf({ board, publicUrl, rows, createdAt, language }: Feed): string {
  const { workspaceId, id: boardId } = board;
  const name = textOf(board.name);
  const home = publicUrl + pathOfPage({ workspaceId, boardId });
  // Ids stay the same if the service gets another address.
  const id = (of: string) => `urn:taskboard:${of}`;
  const entries = rows.map((row) => {
    const page = { workspaceId, boardId, ...(row.cardId === null ? {} : { cardId: row.cardId }) };
    return `<entry>
<id>${id(`${workspaceId}:${row.position}`)}</id>
<title>${textOf(sentenceOf(row, language))}</title>
<updated>${isoMillis(row.at)}</updated>
<author><name>${textOf(authorOf(row, language))}</name></author>
<link href="${escaped(publicUrl + pathOfPage(page))}"/>
</entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${id(boardId)}</id>
<title>${name}</title>
<updated>${isoMillis(rows[0]?.at ?? createdAt)}</updated>
<author><name>${name}</name></author>
<link href="${escaped(home)}"/>
${entries.join('')}</feed>
`;
}

/** Without what XML has no way to write, such as half of a surrogate pair. */
const textOf = (text: string): string =>
  escaped(text.toWellFormed().replace(/[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' '));
