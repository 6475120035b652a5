import type { Mail } from '../base/mail/mail.ts';
import { pageText, quoted, requestText } from '../base/mail/texts.ts';

interface Invitation {
  to: string;
  /** The name of the inviting user. */
  from: string | null;
  workspace: string;
  code: string;
  publicUrl: string;
}

/** Text from users (their names) comes after our own, so that they cannot pass off a mail of the service as theirs. */
export const invitationMail = ({ to, from, workspace, code, publicUrl }: Invitation): Mail => ({
  to,
  subject: 'Invitation to a workspace',
  text: `You are invited to a workspace on the task board at ${publicUrl}. The invitation is for an account with the
address ${to} and works for 7 days. Read it and join here:

${pageText(publicUrl, 'invite', code)}
If you have no account, sign up with the code (as inviteCode). Then join:

${requestText(publicUrl, '/invites/accept', { inviteCode: code })}
The workspace is called ${quoted(workspace)}${from === null ? '' : `, and the person who invites you is called ${quoted(from)}`}.
If you do not know what this is about, you can ignore this e-mail.
`,
});
