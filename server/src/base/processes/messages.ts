import { type Issue } from '../../../../contract/issues.ts';

/*
 * The messages between the service and a process that reads a file. Each message has one answer, so at most one of either is in
 * flight.
 */

/** The first byte of a message. JSON follows `begin`, and raw bytes of the file follow `bytes`. */
export const kinds = { begin: 0, bytes: 1, end: 2, next: 3 } as const;

/** The answer if the file is invalid or something else failed. */
export interface Refusal {
  invalid?: Issue[];
  failed?: { message: string; code?: string };
}

/** Max bytes of an answer; the service parses an answer at once. */
export const longestAnswer = 6 * 1024 * 1024;
