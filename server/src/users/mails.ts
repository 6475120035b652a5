import type { Mail } from '../mail/mail.ts';

const link = (publicUrl: string, page: string, token: string): string =>
  `${publicUrl}/${page}?token=${encodeURIComponent(token)}`;

export const magicLinkMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Your link to sign in',
  text: `Open this link to sign in. It works once, for 10 minutes.

${link(publicUrl, 'magic-link', token)}

If you did not ask for it, you need not do anything: nobody gets in without the link.
`,
});

export const passwordResetMail = (publicUrl: string, to: string, token: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Open this link to choose a new password. It works once, for an hour.

${link(publicUrl, 'reset-password', token)}

If you did not ask for it, you need not do anything: your password stays as it is.
`,
});
