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
  subject: `Invitation to ${oneLine(workspace)}`,
  text: `${oneLine(from ?? 'Someone')} invites you to the workspace ${oneLine(workspace)}.

Open this link to join, with an account for ${to}. It works for 7 days.

${link}

If you do not know what this is about, you need not do anything.
`,
});

/** Names are written by people: they must not pass for other lines of the mail. */
const oneLine = (name: string): string => name.replace(/\s+/g, ' ');
