import { ApiError, type GivenIssue } from '../../contract/client.ts';
import { wordingOf } from '../messages/language.ts';
import { t } from '../messages/t.ts';

/** An error as a text for the user. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.errors.away;
  const [issue] = error.issues;
  // Of a link or a step: nobody has written it.
  if (issue?.code === 'dead-code') return t.errors.expired;
  if (issue) return sentence(wordingOf(issue).replace(/^(?:body|query|params)\/?/, ''));
  return t.errors.byStatus[error.status] ?? t.errors.title;
}

interface Failed {
  error: string | null;
  errorIssues?: readonly GivenIssue[];
}

/** Why work in the background failed or waits, as a text for the user; null if it did neither. */
export const reasonOf = ({ error, errorIssues = [] }: Failed): string | null =>
  errorIssues.map((issue) => sentence(wordingOf(issue))).join('; ') || error;

/** With a capital at its start. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
