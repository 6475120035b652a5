import { answerAll, type Task } from '../../base/processes/answer-all.ts';
import type { Begin, FilePart } from './messages.ts';
import { readMail } from './read.ts';

/*
 * The process that reads a mail (`base/processes/file-process.ts`). It receives the bytes in chunks, answers the end with what the mail
 * says, and then returns the bytes of its files in parts.
 */

/** Bytes of a file in one answer. */
const partSize = 1024 * 1024;

function mailTask(begin: Begin): Task {
  let chunks: Uint8Array[] = [];
  let parts = partsOf([]);
  return {
    push(bytes) {
      chunks.push(bytes);
      return '{}';
    },
    async end() {
      const raw = Buffer.concat(chunks);
      chunks = [];
      const { mail, files } = await readMail(raw, begin).catch(failWithoutCode);
      parts = partsOf(files);
      return JSON.stringify(mail);
    },
    next() {
      return parts.next().value ?? '{}';
    },
  };
}

/** The parser has codes for mails that are beyond its limits; only failures of the disk may have one here. */
const failWithoutCode = (error: unknown): never => {
  throw new Error(String(error));
};

function* partsOf(files: readonly Buffer[]): Generator<string> {
  for (const file of files)
    for (let at = 0; at < file.length; at += partSize)
      yield JSON.stringify({ bytes: file.toString('base64', at, at + partSize) } satisfies FilePart);
}

// Only if started as a process: tests import all files of the service.
if (import.meta.main) await answerAll(mailTask);
