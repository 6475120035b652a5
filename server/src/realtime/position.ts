import { Invalid } from '../base/errors.ts';

/** The position in a `Last-Event-ID` header; browsers send an empty one if there was no id. */
export function positionIn(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^\d{1,16}$/.test(header)) return Number(header);
  throw new Invalid('wrong-event-id');
}
