import type { ProblemCode } from '../../../contract/operator-shapes.ts';
import { counted, number, size } from './counts.ts';

/** What is wrong, and what to do about it. `detail` names what it is about. */
const problems: Record<ProblemCode, (detail: string) => [said: string, advice: string]> = {
  'node-silent': (host) => [
    `${host} has stopped answering.`,
    'See whether the service runs there, and what its log says.',
  ],
  'versions-differ': (versions) => [
    `Nodes run different versions: ${versions}.`,
    'Update the others as well.',
  ],
  'clock-off': (host) => [`The clock of ${host} is wrong.`, 'Have it set by NTP.'],
  'disk-full-soon': (host) => [
    `The disk of ${host} is nearly full.`,
    'Make room: once it is full, nothing can be stored.',
  ],
  'mail-off': () => [
    'No mail server is set.',
    'Set SMTP_URL: until then nobody gets links to sign in or invitations.',
  ],
  'mail-fails': (why) => [`Emails are not sent. ${why}`, 'Check SMTP_URL, then send yourself a test email.'],
  'webhooks-fail': (count) => [
    `Webhooks or chats that fail: ${count}.`,
    'Admins of their workspaces see why. After five days they are switched off.',
  ],
  'work-waits': (kind) => [
    `Background work has waited for more than an hour: ${kind}.`,
    'See whether the log tells of failures, and restart a node.',
  ],
  'backups-off': () => [
    'Nothing is backed up by a schedule.',
    'Set BACKUP_SCHEDULE, such as 03:00, and BACKUP_TO.',
  ],
  'backup-failed': (why) => [
    `The last backup failed: ${why}`,
    'It is tried again every 20 minutes, up to three times, and when the next one is due.',
  ],
  'backup-old': (name) => [
    `No backup has succeeded for more than two periods; the last good one: ${name || '–'}.`,
    'See whether a node runs, and what its log says.',
  ],
  'backup-gone': (name) => [
    `The last good backup is missing or damaged: ${name}`,
    'See whether its disk is there. Otherwise the next one takes its place.',
  ],
  'backup-incomplete': (what) => [
    `The last backup is not whole: ${what}.`,
    'Run taskboard doctor: it names the files.',
  ],
  'backup-folder-missing': (folder) => [
    `The folder of backups is not there: ${folder}`,
    'Mount its disk, make the folder, or set another BACKUP_TO.',
  ],
  'backup-folder-unwritable': (folder) => [
    `Backups cannot be written to ${folder}`,
    'Give the user of the service the right to write there.',
  ],
  'backup-store-fails': (why) => [
    `Backups cannot go to the object store: ${why}`,
    'Check the settings S3_… and the rights of the key; taskboard doctor tries them.',
  ],
  'backup-no-room': (folder) => [
    `There is not enough room for the next backup in ${folder}`,
    'Make room, or keep fewer of them with BACKUP_KEEP.',
  ],
  'backup-old-stay': (why) => [
    `Old backups cannot be removed: ${why}`,
    'Remove what is in the way: until then they take more and more room.',
  ],
  'backup-same-disk': (folder) => [
    `Backups are on the disk that they are for: ${folder}`,
    'Set BACKUP_TO to a folder on another disk.',
  ],
};

export const operatorTexts = {
  size,
  title: 'Operation',
  state: 'Status',
  hint: (version: string, engine: string, size: string) => `Version ${version} on ${engine}, ${size}.`,
  allWell: 'Everything works.',
  problems,
  backups: 'Backups',
  lastGood: 'The last good one',
  next: 'The next one',
  running: 'being made now',
  none: 'none yet',
  nodes: 'Nodes',
  silent: 'silent',
  seen: (when: string) => `last heard from ${when}`,
  free: (free: string, total: string) => `${free} of ${total} free`,
  mails: (sent: number, failed: number) => `emails sent: ${sent}, failed: ${failed}`,
  testMail: 'Send yourself a test email',
  mailSent: 'The mail server has taken it.',
  mailFailed: (why: string) => `The mail server refused it: ${why}`,
  work: 'Background work',
  workHint: 'What any node takes up, and what this one repeats.',
  queues: { imports: 'Imports', exports: 'Exports', merges: 'Merges of members', previews: 'Previews' },
  waiting: (count: number) => `waiting: ${number(count)}`,
  failed: (count: number) => `failed: ${number(count)}`,
  tryAgain: 'Try again',
  tryAgainOf: (kind: string) => `Try again: ${kind}`,
  retried: (count: number) => `Tried again: ${number(count)}.`,
  repeated: 'Repeated work',
  runNow: 'Run now',
  runNowOf: (name: string) => `Run now: ${name}`,
  isRunning: 'running',
  notRun: 'not run yet',
  ended: (when: string) => `ended ${when}`,
  accounts: 'Accounts',
  find: 'Name or address begins with',
  findWorkspace: 'Short name begins with',
  operator: 'Operator',
  disabled: 'Disabled',
  disable: 'Disable',
  disableQuestion: 'Nobody can use the account until you enable it again. Nothing is deleted.',
  enable: 'Enable again',
  endSessions: 'End sessions',
  never: 'never used',
  used: (when: string) => `used ${when}`,
  workspaces: 'Workspaces',
  counts: (members: number, boards: number, cards: number, size: string) =>
    `members: ${members}, boards: ${boards}, cards: ${cards}, files: ${size}`,
  notCounted: 'not counted yet',
  inTrash: 'in the trash',
  isFull: 'full',
  quota: 'Quota',
  quotaOf: (workspace: string) => `Quota of ${workspace}`,
  quotaIs: (size: string) => `at most ${size}`,
  quotaInMegabytes: 'Most megabytes of files',
  quotaHint:
    'Empty for the installation’s default, 0 for no new files. Below what is used already, nothing is deleted.',
  announcement: 'Announcement',
  announcementHint:
    'A sentence for everybody who is signed in. It stands above every page until they close it, or until it ends.',
  nothingAnnounced: 'Nothing is announced.',
  text: 'Text',
  level: 'Kind',
  levels: { info: 'Information', warning: 'Warning' },
  lasts: 'Shown for',
  hours: (hours: number) => counted(hours, 'hour', 'hours'),
  days: (days: number) => counted(days, 'day', 'days'),
  until: (moment: string) => `until ${moment}`,
  announce: 'Announce',
  replace: 'Replace announcement',
  withdraw: 'Withdraw',
};
