import type { UploadFormat } from '../../contract/imports.ts';
import { cardTexts } from './card.ts';
import { counted, number } from './counted.ts';

/* Texts of imports, exports and calendar addresses. They are loaded with the pages that show them, and so are not part of `t`. */

const cards = (count: number) => counted(count, 'card', 'cards');

/** What a file can be, by the program that wrote it, and how one gets such a file there. */
const formats: Readonly<Record<UploadFormat, { name: string; hint: string }>> = {
  'boardtool-json': {
    name: 'Trello',
    hint: 'In the menu of the board, choose “Print, export, and share”, then “Export as JSON”.',
  },
  csv: {
    name: 'CSV',
    hint: 'A table from any program, with a row for each card. The first row names the columns, such as title, list, labels and due date.',
  },
  native: {
    name: 'Taskboard',
    hint: 'A zip made by “Export” here or in another Taskboard, in the format “Everything”.',
  },
};

export const transferTexts = {
  formats,
  imports: {
    title: 'Import a board',
    hint: 'Each file becomes a new board. Once it is uploaded, you can close this page.',
    choose: 'Choose files',
    drop: 'or drop them here',
    dropNow: 'Drop to import',
    chosen: 'Chosen files',
    formatOf: (file: string) => `Format of ${file}`,
    unknown: 'Choose a format',
    remove: (file: string) => `Remove ${file}`,
    start: (files: number) => `Import ${counted(files, 'file', 'files')}`,
    which: 'Which files can be imported?',
    all: 'Imports',
    kept: 'Imports are listed for 30 days.',
    none: 'Nothing has been imported yet.',
    more: (count: number) => `Show ${number(count)} more`,
    uploading: (sent: number, of: number) =>
      `Uploading: ${cardTexts.files.size(sent)} of ${cardTexts.files.size(of)}`,
    queued: 'Waiting to be uploaded',
    interrupted: 'The upload was interrupted. Check your connection, then try again.',
    tooLarge:
      'This file is too large. Whoever runs this service can allow larger ones with the setting MAX_UPLOAD_SIZE.',
    forbidden: 'You do not have permission to create boards in this workspace.',
    progressOf: (name: string) => `Progress of ${name}`,
    cancelNamed: (name: string) => `Cancel the import of ${name}`,
    retryNamed: (name: string) => `Try again to import ${name}`,
    chooseAgain: 'Choose the file again to try once more.',
    unnamed: (format: string) => `Board from ${format}`,
    state: {
      waiting: 'Waiting to begin',
      running: (done: number, total: number | null) =>
        total === null ? 'Reading…' : `${number(done)} of ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    ended: {
      completed: (name: string) => `${name} was imported`,
      failed: (name: string) => `${name} could not be imported`,
    },
    lost: (count: number) =>
      count === 1
        ? '1 thing was left out or came over differently'
        : `${number(count)} things were left out or came over differently`,
    kind: (kind: string, count: number) =>
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${number(count)}`,
    examples: (some: readonly string[], of: number) =>
      `${some.map((each) => `“${each}”`).join(', ')}${of > some.length ? ', …' : ''}`,
    into: 'Workspace',
  },
};
