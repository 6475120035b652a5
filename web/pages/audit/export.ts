import { auditTexts as texts } from '../../messages/settings.ts';
import { csv } from '../../ui/csv.ts';
import type { Entry } from './scan.ts';

/* The audit log as files. */

export const jsonLinesOf = (entries: readonly Entry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

export const csvOf = (entries: readonly Entry[]): string =>
  csv(
    texts.columns,
    entries.map(({ createdAt, user, type, subject, detail }) => [
      createdAt,
      user?.name ?? (user ? texts.deletedUser : texts.service),
      user?.email ?? '',
      type,
      subject.type,
      subject.name ?? subject.email ?? '',
      subject.publicId,
      detail.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('\n'),
    ]),
  );
