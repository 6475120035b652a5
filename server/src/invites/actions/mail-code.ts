import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { linkWithCode, mailOf, quoted } from '../../base/mail/compose.ts';
import { type Issued, issueCode } from './code.ts';
import { countInvitation } from './daily.ts';

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
  work.mail(mailOf({ to: email }, 'invitation', link, { to: email, workspace: quoted(workspace), from }));
  return issued;
}
