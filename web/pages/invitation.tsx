import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import { panelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { copy } from '../ui/copy.ts';
import { notice, toast } from '../ui/toast.tsx';

/* What can be done about an invitation that nobody has accepted yet. */

interface Invited {
  workspace: string;
  /** The id of the invited member. */
  id: string;
  name: string;
}

/** Says whether an invitation was mailed; if not, offers its link. */
export function tellInvited(invited: Invited, mailSent: boolean): void {
  if (mailSent) toast(panelTexts.invitationSent(invited.name));
  else {
    const label = panelTexts.copyInvitation;
    notice(panelTexts.invitationNotSent(invited.name), { label, run: () => void copyLinkOf(invited) });
  }
}

const paramsOf = ({ workspace, id }: Invited) => ({
  params: { workspacePublicId: workspace, memberPublicId: id },
});

/** Copies the link of an invitation, or shows it if copying fails. */
async function copyLinkOf(invited: Invited): Promise<void> {
  try {
    const { reply } = await server.ask(routes.invites.linkOfMember, paramsOf(invited));
    if (await copy(reply.inviteLink)) toast(t.linkCopied);
    else notice(reply.inviteLink);
  } catch (error) {
    toast(problemOf(error));
  }
}

async function sendAgain(invited: Invited): Promise<void> {
  try {
    const { reply } = await server.ask(routes.invites.inviteAgain, paramsOf(invited));
    tellInvited(invited, reply.mailSent);
  } catch (error) {
    toast(problemOf(error));
  }
}

/** The buttons of a member who has been invited. */
export const InvitationButtons = ({ of }: { of: Invited }) => (
  <div class="row wrap">
    <button
      class="button plain small"
      type="button"
      aria-label={panelTexts.copyInvitationOf(of.name)}
      onClick={() => void copyLinkOf(of)}
    >
      {panelTexts.copyInvitation}
    </button>
    <button
      class="button plain small"
      type="button"
      aria-label={panelTexts.sendAgainTo(of.name)}
      onClick={() => void sendAgain(of)}
    >
      {panelTexts.sendAgain}
    </button>
  </div>
);
