/* Texts of the pages that links in mails lead to. */

export const mailedTexts = {
  signIn: 'Sign in with a link',
  signInHint: 'The link works once, for the address it was sent to.',
  sendReset: 'Email me a link',
  resetSent: (email: string) => `If ${email} has an account here, an email with a link is on its way.`,
  forgotHint: 'Enter your email address, and we send you a link to set a new password.',
  setPassword: 'Set password',
  passwordSet: 'Your new password is set',
  confirm: 'Confirm your new address',
  confirmHint: 'You will then sign in with it.',
  invited: (workspace: string) => `Join ${workspace}`,
  invitedBy: (inviter: string | null, workspace: string) =>
    inviter === null
      ? `You are invited to the workspace ${workspace}.`
      : `${inviter} invites you to the workspace ${workspace}.`,
  onlyFor: (email: string) => `This invitation is for ${email}.`,
  forOther: (email: string, own: string) => `This invitation is for ${email}. You are signed in as ${own}.`,
  otherAccount: 'Use another account',
  stay: 'Go to my boards',
  accepted: 'This invitation has already been accepted.',
  open: 'Open Taskboard',
  notOpen: 'This invitation is not open any more. Ask for a new one.',
  join: 'Join',
  joinAs: (email: string) => `You will join as ${email}.`,
  signUpAndJoin: 'Create account and join',
  notSignedIn: 'Sign-in was cancelled, or the provider refused it.',
};
