import { createHash } from 'node:crypto';
import { microsOf } from '../../base/clock.ts';
import { emailAddress } from '../../base/email-address.ts';
import type { ImportedChecklist, ImportedPerson } from '../imported-board.ts';

/* Parses the values of fields. */

/** Removes the quotes that keep spreadsheets from taking a field for a formula. */
export const plainOf = (field: string): string =>
  field
    .replace(/^'(?='*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20])/, '')
    .replace(/(?<=[;|\t\r\n])'(?='*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![+-]*(?:\s|$))))/g, '');

/** `bug, urgent`. */
export const partsOf = (field: string): string[] => [
  ...new Set(
    field
      .split(/[,;|\r\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

const endOfTime = 253_402_300_800_000_000;

/** Microseconds of `2026-12-24`, with an optional time, in UTC unless it has a zone; undefined for anything else. */
export function timeOf(field: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    field.trim(),
  );
  if (!parts) return undefined;
  const [, date, time = '00:00', seconds = ':00', zone = 'Z'] = parts;
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const micros = microsOf(`${date}T${time}${seconds}${offset}`);
  return micros >= 0 && micros < endOfTime ? micros : undefined;
}

const unset = ['', 'false', 'no', 'n', '0', 'open', 'active'];
const set = ['true', 'yes', 'y', '1', 'x', 'archived', 'closed', 'done', 'complete', 'completed'];

/** Whether a mark is set, and since when if known; undefined if the field cannot be parsed. */
function markOf(field: string): { isSet: boolean; at: number | null } | undefined {
  const said = field.trim().toLowerCase();
  if (unset.includes(said)) return { isSet: false, at: null };
  if (set.includes(said)) return { isSet: true, at: null };
  const at = timeOf(field);
  return at === undefined ? undefined : { isSet: true, at };
}

export function archivedOf(field: string) {
  const mark = markOf(field);
  return mark && { archived: mark.isSet, archivedAt: mark.at };
}

export function completionOf(field: string) {
  const mark = markOf(field);
  return mark && { completed: mark.isSet, completedAt: mark.at };
}

/**
 * Lines such as `[x] Buy paint` are items, other lines are names of checklists. If there are no such lines, each line is an item,
 * unless `areMarked` is set: then items always have marks.
 */
export function checklistsOf(field: string, areMarked: boolean): ImportedChecklist[] {
  const lines = field.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const items = lines.map((line) => /^\s*(?:[-*] )?\[([ xX])\]\s+(.*)$/.exec(line));
  const hasNames = areMarked || items.some(Boolean);
  const checklists: ImportedChecklist[] = [];
  for (const [place, line] of lines.entries()) {
    const item = items[place];
    if (hasNames && !item) {
      checklists.push({ name: line.trim(), items: [] });
      continue;
    }
    if (checklists.length === 0) checklists.push({ name: 'Checklist', items: [] });
    const [, mark = ' ', title = line.trim()] = item ?? [];
    checklists.at(-1)?.items.push({ title, completed: mark !== ' ' });
  }
  return checklists;
}

/** `12`, or `WEB-12`; null for anything else. */
export const numberOf = (field: string): number | null =>
  Number(/^(?:[\p{L}\d]+-)?#?(\d{1,9})$/u.exec(field.trim())?.[1] ?? 0) || null;

/** A person from a name or an email address. */
export function personOf(name: string): ImportedPerson {
  const email = emailAddress(name) ?? null;
  const isPlain = /^[\w. @+-]{1,60}$/.test(name);
  const digest = () => createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16);
  return { name, email, username: isPlain ? name : `csv-${digest()}` };
}
