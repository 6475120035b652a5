import { mappingIn } from '../../../../contract/import-columns.ts';
import type { SyncSpool } from '../../base/storage/sync-spool.ts';
import { BoardtoolParts } from '../boardtool-json/parts.ts';
import { readBoardtoolJson } from '../boardtool-json.ts';
import { csvReading } from '../csv.ts';
import type { ImportedBoard, ImportedCard } from '../imported-board.ts';
import { kanboardReading } from '../kanboard.ts';
import { plankaReading } from '../planka.ts';
import { vikunjaReading } from '../vikunja.ts';
import { wekanReading } from '../wekan.ts';
import type { FileBoard, FileCard, ReadFormat, Reading, ReadingOptions } from './file-board.ts';

export const readings: Record<ReadFormat, (options: ReadingOptions, spool: SyncSpool) => Reading> = {
  'boardtool-json': (_options, spool) => {
    const parts = new BoardtoolParts(spool);
    return {
      push: (bytes) => parts.splitter.push(bytes),
      end: () => {
        parts.splitter.end();
        return withoutFiles(readBoardtoolJson(parts.board, parts.whole));
      },
    };
  },
  csv: ({ mapping, ...options }, spool) =>
    csvReading(spool, { ...options, mapping: mappingIn(mapping ?? '') }),
  wekan: wekanReading,
  kanboard: kanboardReading,
  planka: plankaReading,
  vikunja: vikunjaReading,
};

/** Converts a board without attached files. */
function withoutFiles({ cards, cardLink: _cardLink, ...board }: ImportedBoard): FileBoard {
  return { ...board, cards: unattached(cards as Iterable<ImportedCard>) };
}

function* unattached(cards: Iterable<ImportedCard>): Generator<FileCard> {
  for (const card of cards) yield { ...card, attachments: [] };
}
