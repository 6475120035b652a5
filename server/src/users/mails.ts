import type { Mail } from '../base/mail/mail.ts';
import { pageText, requestText } from '../base/mail/texts.ts';

/* Mails link to a page and also contain the code and the request that uses it, so they work with or without the pages. */

export const magicLinkMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Your link to sign in',
  text: `Sign in on this page. It works once, within 10 minutes.

${pageText(publicUrl, 'magic-link', token)}
${requestText(publicUrl, '/auth/magic-link/verify', { token })}
If you did not ask for it, you can ignore this e-mail: nobody can sign in without it.
`,
});

export const passwordResetMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Choose a new password on this page. It works once, within an hour, and ends all sessions of your account.

${pageText(publicUrl, 'reset-password', token)}
${requestText(publicUrl, '/auth/password-reset/confirm', { token, newPassword: '...' })}
If you did not ask for it, you can ignore this e-mail: your password stays as it is.
`,
});

export const newAddressMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: `Open this page, while you are signed in, to make this the address of your account. It works once, within an hour.

${pageText(publicUrl, 'confirm-address', token)}
${requestText(publicUrl, '/users/me/email/confirm', { token })}
If you did not ask for it, you can ignore this e-mail: nothing changes without it.
`,
});

export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'The e-mail address of your account was changed',
  text: `Your account now has another e-mail address. This one no longer gives access to it.

If this was not you, tell the operator of the service immediately.
`,
});

export const accountDeletedMail = (to: string): Mail => ({
  to,
  subject: 'Your account was deleted',
  text: `Your account and your e-mail address were deleted. What you wrote stays in its workspaces, without your name.
`,
});
