import { type AuditFormat, type AuditKind, audit } from '../../../contract/audit.ts';
import { addressOf } from '../../../contract/client.ts';

/* Which entries of the audit log are shown. */

export interface AuditFilter {
  /** The id of a user, `service` for what the service did itself, or an empty string for anyone. */
  who: string;
  /** A kind of thing, or an empty string for anything. */
  kind: AuditKind | '';
  /** Days as `2031-11-26`, or empty strings. Both are whole days where the user is. */
  from: string;
  to: string;
}

export const noFilter: AuditFilter = { who: '', kind: '', from: '', to: '' };

export const isFiltered = (filter: AuditFilter): boolean => Object.values(filter).some(Boolean);

const startOf = (day: string, days = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
};

/** The filter as the service takes it. */
export const queryOf = ({ who, kind, from, to }: AuditFilter) => ({
  ...(who === '' ? {} : { user: who }),
  ...(kind === '' ? {} : { kind }),
  ...(from === '' ? {} : { from: startOf(from) }),
  ...(to === '' ? {} : { until: startOf(to, 1) }),
});

/** Where the entries that match the filter can be downloaded. */
export const fileAddress = (workspacePublicId: string, format: AuditFormat, filter: AuditFilter): string =>
  `/api/v1${addressOf(audit.export, { workspacePublicId }, { format, ...queryOf(filter) })}`;
