import { Failure } from '../base/errors.ts';
import { oneLine } from '../base/texts.ts';

/** A refusal in the terms of SMTP. The mail server that offers the mail tells its sender, so this service sends no bounces. */
export class Refused extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Says nothing of why, so that nobody learns which boards and cards exist. */
export const noSuchAddress = (): Refused => new Refused(550, '5.1.1 There is no such address');

export const later = (): Refused => new Refused(451, '4.3.0 The mail cannot be taken now; try again later');

/** The refusal for a failure of a change; undefined for an unexpected error. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  if (!(error instanceof Failure)) return undefined;
  if (error.status >= 500 || error.status === 429) return later();
  if (error.status === 403 || error.status === 404) return noSuchAddress();
  const reason = oneLine(error.details)
    .replace(/[^ -~]/g, '?')
    .slice(0, 300);
  return new Refused(554, `5.7.0 ${reason || 'The mail was not accepted'}`);
}
