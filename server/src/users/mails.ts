import type { Mail } from '../base/mail/mail.ts';
import { requestText } from '../base/mail/texts.ts';

/* Mails carry the code and the request that uses it, so that they work with any client, and without one. */

export const magicLinkMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Your sign-in code',
  text: `Use this code to sign in. It works once, within 10 minutes.

${token}

${requestText(publicUrl, '/auth/magic-link/verify', { token })}
If you did not ask for it, you can ignore this e-mail: nobody can sign in without the code.
`,
});

export const passwordResetMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Use this code to choose a new password. It works once, within an hour, and ends all sessions of your account.

${token}

${requestText(publicUrl, '/auth/password-reset/confirm', { token, newPassword: '...' })}
If you did not ask for it, you can ignore this e-mail: your password stays as it is.
`,
});

export const newAddressMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: `Use this code, while you are signed in, to make this the address of your account. It works once, within an hour.

${token}

${requestText(publicUrl, '/users/me/email/confirm', { token })}
If you did not ask for it, you can ignore this e-mail: nothing changes without the code.
`,
});

export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'The e-mail address of your account was changed',
  text: `Your account now has another e-mail address. This one no longer gives access to it.

If this was not you, tell whoever runs the service immediately.
`,
});

export const accountDeletedMail = (to: string): Mail => ({
  to,
  subject: 'Your account was deleted',
  text: `Your account and your e-mail address were deleted. What you wrote stays in its workspaces, without your name.
`,
});
