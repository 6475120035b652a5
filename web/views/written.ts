import { datesChanged } from '../board/doing.ts';
import { readDate } from '../card/written-date.ts';
import { withTime } from '../messages/days.ts';
import { locale } from '../messages/formats.ts';
import { viewTexts } from '../messages/views.ts';
import type { Store } from '../sync/store.ts';
import type { Card, Change } from './property.ts';

/* What texts mean that are written or pasted into a table. */

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLocaleLowerCase();

/** The ids of things named in a list with commas; undefined if there is no such thing. */
export function idsFrom(
  things: readonly { publicId: string; name: string }[],
  text: string,
): string[] | undefined {
  const byName = new Map(things.toReversed().map(({ publicId, name }) => [plain(name), publicId]));
  const whole = byName.get(plain(text));
  if (whole !== undefined) return [whole];
  const ids = text.split(/[,;]/).flatMap((name) => (plain(name) === '' ? [] : [byName.get(plain(name))]));
  return ids.includes(undefined) ? undefined : [...new Set(ids as string[])];
}

export function listFrom(store: Store, text: string): string | undefined {
  const lists = store.lists.peek().flatMap((id) => store.peek('list', id) ?? []);
  return lists.find(({ name }) => plain(name) === plain(text))?.publicId;
}

/** Moves a card to the end of a list, unless it is there. */
export const toList = ({ listPublicId }: Card, to: string): Change[] =>
  listPublicId === to ? [] : [{ type: 'move', listPublicId: to }];

/** A date as the service takes it, null for none; undefined if the text is not one. */
export function dateFrom(text: string): string | null | undefined {
  const given = text.trim();
  if (given === '') return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given))) return `${given}T00:00:00.000Z`;
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(given) && !Number.isNaN(Date.parse(given)))
    return new Date(given).toISOString();
  const read = readDate(given, new Date(), locale.value);
  if (!read) return undefined;
  return read.time === undefined ? read.day : withTime(new Date(`${read.day.slice(0, 10)}T${read.time}`));
}

export function changeDate(card: Card, field: 'dueDate' | 'startDate', date: string | null): Change[] {
  const fields = datesChanged(card, { [field]: date });
  return Object.keys(fields).length > 0 ? [{ type: 'change', ...fields }] : [];
}

/** Whether a text says yes, or that something is done. */
export function yesFrom(text: string): boolean | undefined {
  const given = plain(text);
  if (['', 'no', 'n', 'false', '0', plain(viewTexts.days.open)].includes(given)) return false;
  if (['yes', 'y', 'true', '1', 'x', plain(viewTexts.days.done)].includes(given)) return true;
  return dateFrom(text) ? true : undefined;
}
