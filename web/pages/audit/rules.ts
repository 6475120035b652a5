/* Which entries of the audit log are shown. */

export interface AuditFilter {
  /** The id of a user, `service` for what the service did itself, or an empty string for anyone. */
  who: string;
  /** A kind of thing, or an empty string for anything. */
  kind: string;
  /** Days as `2031-11-26`, or empty strings. */
  from: string;
  to: string;
}

export const noFilter: AuditFilter = { who: '', kind: '', from: '', to: '' };

export const isFiltered = (filter: AuditFilter): boolean => Object.values(filter).some(Boolean);

const startOf = (day: string, days = 0): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).getTime();
};

/** What of an entry is filtered. */
interface Filtered {
  createdAt: string;
  user: { id: string } | null;
  subject: { type: string };
}

/** Whether an entry is before the first day of the filter: so are all that follow. */
export const isBefore = ({ from }: AuditFilter, { createdAt }: { createdAt: string }): boolean =>
  from !== '' && Date.parse(createdAt) < startOf(from);

export function matches(filter: AuditFilter, entry: Filtered): boolean {
  const { who, kind, to } = filter;
  if (isBefore(filter, entry)) return false;
  if (to !== '' && Date.parse(entry.createdAt) >= startOf(to, 1)) return false;
  if (who !== '' && who !== (entry.user?.id ?? 'service')) return false;
  return kind === '' || kind === entry.subject.type;
}
