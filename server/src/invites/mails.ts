import type { Mail } from '../mail/mail.ts';

interface Invitation {
  to: string;
  /** Name of who invites. */
  from: string | null;
  workspace: string;
  link: string;
}

export const invitationMail = ({ to, from, workspace, link }: Invitation): Mail => ({
  to,
  subject: `Invitation to ${workspace}`,
  text: `${from ?? 'Someone'} invites you to the workspace ${workspace}.

Open this link to join, with an account for ${to}. It works for 7 days.

${link}

If you do not know what this is about, you need not do anything.
`,
});
