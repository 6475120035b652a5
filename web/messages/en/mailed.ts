/* Texts of the pages that links in mails lead to. */

export const mailedTexts = {
  signIn: 'Sign in with a link',
  signInHint: 'The link works once, for the address it was sent to.',
  sendReset: 'E-mail me a link',
  resetSent: (email: string) => `If ${email} has an account here, an e-mail with a link is on its way.`,
  passwordSet: 'Your new password is set',
  confirm: 'Confirm your new address',
  confirmHint: 'You will then sign in with it.',
  invited: (workspace: string) => `Join ${workspace}`,
  join: 'Join',
  joinAs: (email: string) => `You will join as ${email}.`,
  signUpAndJoin: 'Create account and join',
};
