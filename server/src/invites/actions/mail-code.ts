import { sql } from 'kysely';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { languageFor, linkWithCode, mailOf, quoted } from '../../base/mail/compose.ts';
import { type Issued, issueCode } from './code.ts';
import { countInvitation } from './daily.ts';

/** The languages of who is invited, if they have an account, and of who invites them. */
const localesOf = query(
  'invites.locales',
  (_db, p: { email: string; userId: string }) => sql<{ theirs: string | null; ours: string | null }>`
  select (select locale from users where email = ${p.email}) as theirs,
    (select locale from users where id = ${p.userId}) as ours`,
);

/** Mails an invited member a code of their own. The caller must have removed the previous one. */
export async function mailCode(
  work: Work,
  { workspaceId, name: workspace }: Pick<Located<'workspace'>, 'workspaceId' | 'name'>,
  { memberId, email }: { memberId: string; email: string },
): Promise<Issued> {
  const { actor, publicUrl } = work;
  await countInvitation(work, { workspaceId, email });
  const issued = await issueCode(work, workspaceId, memberId);
  const from = actor.name === null ? null : quoted(actor.name);
  const link = linkWithCode(publicUrl, 'invite', issued.code);
  const locales = await work.tx.first(localesOf, { email, userId: actor.userId });
  const language = languageFor(locales?.theirs ?? null, locales?.ours ?? undefined);
  const values = { to: email, workspace: quoted(workspace), from };
  work.mail(mailOf({ to: email, language }, 'invitation', link, values));
  return issued;
}
