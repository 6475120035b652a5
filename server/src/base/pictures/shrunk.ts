import { ProcessCrash } from '../processes/answers.ts';

/** A picture's preview as WebP, and the displayed size of the picture itself. */
export interface Shrunk {
  width: number;
  height: number;
  preview: Buffer;
}

/** Max bytes of an answer: several times the size of a preview in base64. */
export const longestAnswer = 4 * 1024 ** 2;

/** The preview in an answer; undefined if the picture was unreadable. Throws `ProcessCrash` for any other answer. */
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
