import { sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import type { Work } from '../base/changes/change.ts';
import { query } from '../base/db/query.ts';
import { emailAddress } from '../base/email-address.ts';
import { Invalid } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import {
  insertHidden,
  insertPlaceholderMarks,
  mergeAgain,
  pauseMembers,
  showPlaceholders,
} from '../data/members/rows.ts';
import { insertPlaceholders } from '../data/users/rows.ts';
import type { ImportedPerson } from './imported-board.ts';

/** A person of an import as a member of the workspace. */
export interface KnownPerson {
  memberId: string;
  /** Null while an invitation is open. */
  userId: string | null;
  /** A removed member is on no card, but remains the author of comments. */
  removed: boolean;
  /** A placeholder that nobody sees yet. */
  hidden: boolean;
}

/** A placeholder that was merged, or its address, leads to the member it was merged into. Exact matches of an address come last. */
const membersByEmail = query(
  'imports.membersByEmail',
  (_db, p: { workspaceId: string; emails: string[] }, fn) => sql<{
    id: string;
    userId: string | null;
    email: string;
    status: string;
    shown: number | null;
  }>`
  select t.id as id, t.user_id as "userId", h.email as email, t.status as status, 1 as shown
  from placeholders h
  join members t on t.workspace_id = ${p.workspaceId} and t.id = h.merged_into
  where h.workspace_id = ${p.workspaceId} and ${fn.isIn('h.email', fn.each(p.emails))}
  union all
  select coalesce(t.id, m.id), case when t.id is null then m.user_id else t.user_id end, m.email,
    coalesce(t.status, m.status), case when t.id is null then h.shown end
  from members m
  left join placeholders h on h.workspace_id = ${p.workspaceId} and h.member_id = m.id
  left join members t on t.workspace_id = ${p.workspaceId} and t.id = h.merged_into
  where m.workspace_id = ${p.workspaceId} and ${fn.isIn('m.email', fn.each(p.emails))}`,
);

const membersIn = query(
  'imports.membersIn',
  (_db, p: { workspaceId: string }) =>
    sql<{ count: number }>`select count(*) as count from members where workspace_id = ${p.workspaceId}`,
);

type Slice = Pick<Work, 'tx' | 'now'>;

/**
 * Maps people to members, in order: the member with the same address, else a placeholder. Missing placeholders are created and
 * stay hidden until `showPeople`. Undefined for a person known only by name. The slice must hold the workspace.
 */
export async function knownPeople(
  slice: Slice,
  workspaceId: string,
  people: readonly ImportedPerson[],
): Promise<(KnownPerson | undefined)[]> {
  const emailsOf = emailsIn(workspaceId);
  const found = await membersOf(slice, workspaceId, people.flatMap(emailsOf));
  const missing = people.filter(
    (person) => person.username !== null && !emailsOf(person).some((email) => found.has(email)),
  );
  if (missing.length > 0) {
    const made = await addPlaceholders(slice, workspaceId, missing);
    for (const [email, person] of made) found.set(email, person);
  }
  return people.map((person) => {
    const email = emailsOf(person).find((each) => found.has(each));
    return email === undefined ? undefined : found.get(email);
  });
}

async function membersOf(
  { tx }: Slice,
  workspaceId: string,
  emails: string[],
): Promise<Map<string, KnownPerson>> {
  const rows = emails.length > 0 ? await tx.all(membersByEmail, { workspaceId, emails }) : [];
  return new Map(
    rows.map(({ id, userId, email, status, shown }) => {
      const hidden = shown === 0;
      return [email, { memberId: id, userId, removed: status === 'removed' && !hidden, hidden }];
    }),
  );
}

async function addPlaceholders(slice: Slice, workspaceId: string, people: readonly ImportedPerson[]) {
  const { tx, now } = slice;
  const { count = 0 } = (await tx.first(membersIn, { workspaceId })) ?? {};
  const rows = people.map(({ name, username, email }) => ({
    userId: newId(now),
    memberId: newId(now),
    email: placeholderEmail(workspaceId, username ?? ''),
    name,
    address: emailAddress(email ?? '') ?? null,
  }));
  if (count + new Set(rows.map(({ email }) => email)).size > caps.membersOfWorkspace) {
    throw new Invalid('limit-reached', { max: caps.membersOfWorkspace, what: 'members' });
  }
  await tx.run(insertPlaceholders, { now, rows });
  const made = await tx.run(insertHidden, { workspaceId, now, rows });
  const addressOf = new Map(rows.toReversed().map(({ email, address }) => [email, address]));
  const marks = made.map(({ id, email }) => ({ memberId: id, email: addressOf.get(email) ?? null }));
  await tx.run(insertPlaceholderMarks, {
    workspaceId,
    shown: 0,
    createdAt: now,
    mergeAttempts: 0,
    mergeDeaths: 0,
    rows: marks,
  });
  return membersOf(
    slice,
    workspaceId,
    rows.map(({ email }) => email),
  );
}

/**
 * Makes hidden placeholders visible and records them as added members. Placeholders that were merged while the import ran are
 * merged again, to include what it has written since.
 */
export async function showPeople(
  { tx, now, record, audit }: Pick<Work, 'tx' | 'now' | 'record' | 'audit'>,
  workspaceId: string,
  people: readonly (KnownPerson | undefined)[],
): Promise<void> {
  const ids = people.flatMap((person) => (person ? [person.memberId] : []));
  await tx.run(mergeAgain, { workspaceId, ids, now });
  const hidden = people.flatMap((person) => (person?.hidden ? [person.memberId] : []));
  if (hidden.length === 0) return;
  const shown = (await tx.run(showPlaceholders, { workspaceId, ids: hidden })).map(({ id }) => id);
  await tx.run(pauseMembers, { workspaceId, ids: shown });
  for (const id of shown.toSorted()) {
    await record.event({ type: 'member.added', workspaceId, subjectId: id, data: { memberPublicId: id } });
    await audit({ type: 'member.added', workspaceId, subject: { id } });
  }
}

const emailsIn =
  (workspaceId: string) =>
  ({ email, username }: ImportedPerson): string[] => [
    ...[emailAddress(email ?? '')].filter((address) => address !== undefined),
    ...(username === null ? [] : [placeholderEmail(workspaceId, username)]),
  ];

/**
 * No mail reaches `.invalid` (RFC 2606), so nobody can sign in as a placeholder. Addresses differ between workspaces, so that a
 * name given in one workspace does not show in another.
 */
const placeholderEmail = (workspaceId: string, username: string): string =>
  `${
    username
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .slice(0, 64) || 'unknown'
  }@${workspaceId}.placeholder.invalid`;
