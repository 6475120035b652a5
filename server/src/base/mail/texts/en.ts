import type { BackupProblem } from '../../../../../contract/operator-shapes.ts';

/*
 * The mails in English. Each is one sentence and what its link does. Names that users have chosen come quoted, after words of
 * our own, so that nobody can pass off a mail of the service as theirs.
 */

const unlessAsked = 'if you did not ask for it, you can ignore this email';

const reasons = {
  gone: 'its receiver has answered that it is gone (status 410)',
  failing: 'for five days every attempt to deliver something to it has failed',
};

interface Shared {
  board: string;
  workspace: string;
  /** The user who changed it. */
  by: string;
}

/** What is wrong with the scheduled backups, for operators. */
const backupProblems: Record<BackupProblem, string> = {
  'backup-failed': 'the last attempt has failed',
  'backup-old': 'none has succeeded for more than two periods',
  'backup-gone': 'the last good one is missing or damaged',
  'backup-incomplete': 'files of attachments are missing in the last one',
  'backup-folder-missing': 'the folder of BACKUP_TO is not there',
  'backup-folder-unwritable': 'the folder of BACKUP_TO cannot be written to',
  'backup-store-fails': 'the object store cannot be used',
  'backup-no-room': 'there is not enough room for the next one',
  'backup-old-stay': 'old ones cannot be removed',
};

export const en = {
  magicLink: {
    subject: 'Your link to sign in',
    sentence: () => `This link signs you in; it works once, within 10 minutes, and ${unlessAsked}.`,
    action: 'Sign in',
  },
  passwordReset: {
    subject: 'Choose a new password',
    sentence: () =>
      'With this link you choose a new password, which ends all sessions of your account; it works once, within an hour, ' +
      `and ${unlessAsked}.`,
    action: 'Choose a new password',
  },
  newAddress: {
    subject: 'Confirm your new email address',
    sentence: () =>
      'Open this link while you are signed in to make this the address of your account; it works once, within an hour, ' +
      `and ${unlessAsked}.`,
    action: 'Confirm the address',
  },
  addressChanged: {
    subject: 'The email address of your account was changed',
    sentence: () =>
      'Your account now has another email address, and this one no longer gives access to it; if this was not you, ' +
      'notify the operator of the service immediately.',
    action: 'Open Taskboard',
  },
  passwordChanged: {
    subject: 'The password of your account was changed',
    sentence: () =>
      'Your account has another password now; if this was not you, choose a new one with “Forgot your password?” where you sign in, ' +
      'and look at the security log in the settings of your account.',
    action: 'Open the security log',
  },
  factorsChanged: {
    subject: 'The second factors of your account were changed',
    sentence: () =>
      'A second factor or the recovery codes of your account were added, removed or replaced; if this was not you, change your password ' +
      'and look at the security log in the settings of your account.',
    action: 'Open the security log',
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    sentence: () =>
      'Your account and your email address were deleted; what you wrote stays in its workspaces, without your name.',
    action: 'Open Taskboard',
  },
  invitation: {
    subject: 'Invitation to a workspace',
    sentence: ({ to, workspace, from }: { to: string; workspace: string; from: string | null }) =>
      `You are invited to a workspace, which you can join within 7 days with an account of the address ${to}: it is ` +
      `called ${workspace}${from === null ? '' : `, and the person who invites you is called ${from}`}.`,
    action: 'Read the invitation',
  },
  boardPublished: {
    subject: 'A board was made public',
    sentence: ({ board, workspace, by }: Shared) =>
      'A board of a workspace that you administer was made public, so that everyone who has its address can read it ' +
      `without signing in: it is called ${board}, in the workspace ${workspace}, and it was done by ${by}.`,
    action: 'Open the settings of the board',
  },
  boardUnpublished: {
    subject: 'A board is no longer public',
    sentence: ({ board, workspace, by }: Shared) =>
      'A board of a workspace that you administer is no longer public, so that only people in the workspace can read ' +
      `it: it is called ${board}, in the workspace ${workspace}, and it was done by ${by}.`,
    action: 'Open the settings of the board',
  },
  webhookDisabled: {
    subject: 'A webhook was disabled',
    sentence: (p: { reason: keyof typeof reasons; name: string; workspace: string }) =>
      `A webhook of a workspace that you administer was disabled, because ${reasons[p.reason]}: it is called ` +
      `${p.name}, in the workspace ${p.workspace}.`,
    action: 'Open the webhook',
  },
  chatDisabled: {
    subject: 'A chat is no longer posted to',
    sentence: (p: { reason: keyof typeof reasons; name: string; workspace: string }) =>
      `A chat of a board was disabled, because ${reasons[p.reason]}: it is called ${p.name}, in the workspace ` +
      `${p.workspace}.`,
    action: 'Open the chats of the board',
  },
  test: {
    subject: 'A test email',
    sentence: () =>
      'You are an operator of this task board and asked for a test mail: mails arrive, as you can see.',
    action: 'Open the page for operators',
  },
  backupsFail: {
    subject: 'Backups need attention',
    sentence: ({ problems }: { problems: readonly BackupProblem[] }) =>
      `Something is wrong with the scheduled backups of the task board: ${problems.map((code) => backupProblems[code]).join('; ')}.`,
    action: 'See what is wrong',
  },
  backupsWork: {
    subject: 'Backups work again',
    sentence: () => 'Whatever was wrong with the scheduled backups of the task board is over.',
    action: 'Open the page for operators',
  },
};
