import { ProcessCrash } from '../processes/answers.ts';

/** A small version of a picture, as WebP, and what the picture itself measures as it is shown. */
export interface Shrunk {
  width: number;
  height: number;
  preview: Buffer;
}

/** Bytes of an answer: several times what a small picture has in base64. */
export const longestAnswer = 4 * 1024 ** 2;

/** The picture in an answer; undefined where there was none to be read. Throws `ProcessCrash` for anything else. */
export function shrunkIn(answer: object): Shrunk | undefined {
  const { unreadable, width, height, preview } = answer as Record<string, unknown>;
  if (unreadable !== undefined) return undefined;
  if (!isLength(width) || !isLength(height) || typeof preview !== 'string' || preview === '') {
    throw new ProcessCrash('it said something that is no answer');
  }
  return { width, height, preview: Buffer.from(preview, 'base64') };
}

const isLength = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 2 ** 26;
