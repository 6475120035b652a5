import { sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import type { Work } from '../base/changes/change.ts';
import { query } from '../base/db/query.ts';
import { emailAddress } from '../base/email-address.ts';
import { Invalid } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { insertPaused } from '../members/rows.ts';
import { insertPlaceholders } from '../users/rows.ts';
import type { ImportedPerson } from './imported-board.ts';

/** A person of an import as a member of the workspace. */
export interface KnownPerson {
  memberId: string;
  /** Null while an invitation is open. */
  userId: string | null;
  /** A removed member is on no card, but remains the author of comments. */
  removed: boolean;
}

const membersByEmail = query(
  'imports.membersByEmail',
  (db, p: { workspaceId: string; emails: string[] }, fn) =>
    db
      .selectFrom('members')
      .select(['id', 'user_id as userId', 'email', 'status'])
      .where('workspace_id', '=', p.workspaceId)
      .where('email', 'in', fn.each(p.emails)),
);

const membersIn = query(
  'imports.membersIn',
  (_db, p: { workspaceId: string }) =>
    sql<{ count: number }>`select count(*) as count from members where workspace_id = ${p.workspaceId}`,
);

/**
 * The members that people are, in their order: those who have the address, else placeholders, which are made where
 * they do not exist yet. Undefined for a person who has neither.
 */
export async function knownPeople(
  work: Work,
  workspaceId: string,
  people: readonly ImportedPerson[],
): Promise<(KnownPerson | undefined)[]> {
  const emailsOf = emailsIn(workspaceId);
  const found = await membersOf(work, workspaceId, people.flatMap(emailsOf));
  const missing = people.filter(
    (person) => person.username !== null && !emailsOf(person).some((email) => found.has(email)),
  );
  if (missing.length > 0) {
    const made = await addPlaceholders(work, workspaceId, missing);
    for (const [email, person] of made) found.set(email, person);
  }
  return people.map((person) => {
    const email = emailsOf(person).find((each) => found.has(each));
    return email === undefined ? undefined : found.get(email);
  });
}

async function membersOf(
  { tx }: Work,
  workspaceId: string,
  emails: string[],
): Promise<Map<string, KnownPerson>> {
  const rows = emails.length > 0 ? await tx.all(membersByEmail, { workspaceId, emails }) : [];
  return new Map(
    rows.map(({ id, userId, email, status }) => [
      email,
      { memberId: id, userId, removed: status === 'removed' },
    ]),
  );
}

async function addPlaceholders(work: Work, workspaceId: string, people: readonly ImportedPerson[]) {
  const { tx, now, record, audit } = work;
  const { count = 0 } = (await tx.first(membersIn, { workspaceId })) ?? {};
  if (count + people.length > caps.membersOfWorkspace) {
    throw new Invalid(`At most ${caps.membersOfWorkspace} members are allowed`);
  }
  const rows = people.map((person) => ({
    userId: newId(now),
    memberId: newId(now),
    email: placeholderEmail(workspaceId, person.username ?? ''),
    name: person.name,
  }));
  await tx.run(insertPlaceholders, { now, rows });
  for (const { id } of await tx.run(insertPaused, { workspaceId, now, rows })) {
    await record.event({ type: 'member.added', workspaceId, subjectId: id, data: { memberPublicId: id } });
    await audit({ type: 'member.added', workspaceId, subject: { id } });
  }
  return membersOf(
    work,
    workspaceId,
    rows.map(({ email }) => email),
  );
}

const emailsIn =
  (workspaceId: string) =>
  ({ email, username }: ImportedPerson): string[] => [
    ...[emailAddress(email ?? '')].filter((address) => address !== undefined),
    ...(username === null ? [] : [placeholderEmail(workspaceId, username)]),
  ];

/**
 * No mail reaches `.invalid` (RFC 2606), so that nobody can sign in as a placeholder. Each workspace has its own: the
 * name that one importer gave shows in no other.
 */
const placeholderEmail = (workspaceId: string, username: string): string =>
  `${
    username
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .slice(0, 64) || 'unknown'
  }@${workspaceId}.placeholder.invalid`;
