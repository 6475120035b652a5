import type { Mail } from '../mail/mail.ts';
import { requestText } from '../mail/texts.ts';

/* Mails carry the code and the request that takes it, so that they are of use with any client, and with none. */

export const magicLinkMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Your code to sign in',
  text: `This code signs you in. It works once, for 10 minutes.

${token}

${requestText(publicUrl, '/auth/magic-link/verify', { token })}
If you did not ask for it, you need not do anything: nobody gets in without the code.
`,
});

export const passwordResetMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `By this code you choose a new password. It works once, for an hour, and signs out whoever is signed in.

${token}

${requestText(publicUrl, '/auth/password-reset/confirm', { token, newPassword: '...' })}
If you did not ask for it, you need not do anything: your password stays as it is.
`,
});

export const newAddressMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: `By this code you make this the address of your account. It works once, for an hour, where you are signed in.

${token}

${requestText(publicUrl, '/users/me/email/confirm', { token })}
If you did not ask for it, you need not do anything: nothing changes without the code.
`,
});

export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'The e-mail address of your account was changed',
  text: `Your account has another e-mail address now. This one opens it no more.

If it was not you, tell whoever runs the service at once.
`,
});

export const accountDeletedMail = (to: string): Mail => ({
  to,
  subject: 'Your account was deleted',
  text: `Your account and your address are gone. What you wrote stays in its workspaces, without your name.
`,
});
