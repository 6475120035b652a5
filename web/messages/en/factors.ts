import { signOnTexts } from './sign-on.ts';

/* Texts of second factors: signing in with them, setting them up, and confirming that it is you. */

export const factorTexts = {
  step: {
    title: 'One more step',
    hint: 'Enter the code that your authenticator app shows.',
    code: 'Code',
    submit: 'Sign in',
    passkey: 'Use a passkey',
    toRecovery: 'Use a recovery code',
    toCode: 'Use the authenticator app',
    recoveryHint: 'Enter one of your recovery codes. It works once.',
    recovery: 'Recovery code',
    again: 'Start again',
    noPasskey: 'The passkey could not be used. Try again, or use a code.',
  },
  confirm: {
    title: 'Confirm that it is you',
    hint: 'It has been a while since you proved who you are, and this can outlast your session.',
    submit: 'Confirm',
  },
  title: 'Second factors',
  hint: 'With a second factor, a password alone no longer signs in to your account.',
  none: 'You have none yet.',
  kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
  used: (when: string) => `Last used ${when}`,
  addApp: 'Add an authenticator app',
  addPasskey: 'Add a passkey',
  name: 'Name',
  nameHint: 'So that you recognize it, such as “Phone”.',
  scan: 'Scan this picture with the app, or type the key into it.',
  picture: 'QR code for the authenticator app',
  key: 'Key',
  codeOfApp: 'Code that the app shows now',
  add: 'Add',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove ${name}?`,
  lastQuestion: (name: string) =>
    `Remove ${name}? It is the last one: your password alone will then be enough to sign in, and your recovery codes will stop working.`,
  added: 'The second factor was added. Other sessions were ended.',
  codesTitle: 'Recovery codes',
  codesOnce:
    'Keep these codes where you can find them without your phone. Each works for one sign-in. They are shown only now.',
  codesKept: 'I have kept them',
  download: 'Save as a file',
  left: (count: number) =>
    count === 0
      ? 'No recovery codes are left.'
      : count === 1
        ? '1 recovery code is left.'
        : `${count} recovery codes are left.`,
  newCodes: 'Make new codes',
  newCodesQuestion: 'Make new codes? Those that you have no longer work.',
  signOn: signOnTexts,
  demanded: {
    title: 'Security',
    hint: 'What this workspace demands of its members.',
    secondFactor: 'Members need a second factor',
    secondFactorHint:
      'The workspace is closed to members without one, and to their API keys, until they add one; they are told by email. Bots need none.',
    firstYourself: 'Add a second factor to your own account first.',
    toFactors: 'Your second factors',
  },
  closed: (workspace: string) =>
    `${workspace} is closed to you until you add a second factor to your account.`,
  required: 'This service asks everyone for a second factor. Add one to your account to go on.',
  addOne: 'Add a second factor',
};
