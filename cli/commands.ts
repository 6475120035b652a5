import { version } from '../server/src/base/config/version.ts';
import { Misuse } from './arguments.ts';

/* `taskboard <command>`: the single entry point for all operator commands, loaded by `taskboard.mjs`. */

interface Command {
  /** The arguments after the name. */
  usage: string;
  summary: string;
  /** Additional text in `--help`. */
  details?: string;
  /** Each command loads only its own modules, to start as fast as possible. */
  load: () => Promise<(args: string[]) => Promise<void>>;
}

const passwordHelp = 'Without --password-stdin, a password is generated and printed.';

const commands: Record<string, Command> = {
  serve: {
    usage: '[--new-database]',
    summary: 'run the service (the default)',
    details: `Settings are environment variables: see README.md. SIGTERM stops it once requests under way have been answered.
It does not start if DATA_DIR has a key or files of a database that is gone; --new-database makes an empty one.`,
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    usage: '[file] [--reset-every <time>]',
    summary: 'run the service with a board to try: a JSON export that you name, or a small sample',
    details: `Its data is in ./demo-data, unless DATA_DIR is set. With --reset-every (30m, 1h) it is a demo for everybody: its
password is known, nobody can sign up, it sends nothing to anyone, and begins anew after that time. Its data is in a
new folder for temporary files each time (TMPDIR), whatever the settings say; no other data is touched.`,
    load: async () => (await import('./demo.ts')).demo,
  },
  mcp: {
    usage: '[--url <address>]',
    summary: 'offer the boards of a running service to an AI agent (Model Context Protocol, stdio)',
    details: `Agents start it themselves: see docs/agents.md. TASKBOARD_TOKEN is an API key of the account that the agent
acts for; the address of the service is --url, or TASKBOARD_URL, or http://localhost:3000.`,
    load: async () => (await import('./mcp.ts')).mcp,
  },
  hook: {
    usage: '<prefix> [--install]',
    summary: 'print or install a Git hook that puts the number of a card into commit messages',
    details: `On a branch such as feature/WEB-12-login, messages begin with WEB-12 if the prefix is WEB. With --install, it is
put into the repository of the current folder; a hook that is there already is not replaced.`,
    load: async () => (await import('./hook.ts')).hook,
  },
  migrate: {
    usage: '',
    summary: 'update the database to this version; serve does so by itself',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  doctor: {
    usage: '[--mail-to <address>]',
    summary: 'check settings, database, files, disk, clock, pages, pictures, backups and mail server',
    details:
      'With --mail-to it sends a test mail there. Changes nothing and can run while the service does. Exits with 1 if anything is wrong.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    usage: '<folder> [--without-files]',
    summary: 'copy database, files and secret key into a new folder, even while the service runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  backups: {
    usage: '',
    summary: 'list the backups in the folder of scheduled ones and in the object store, for restore',
    load: async () => (await import('./backups.ts')).listBackups,
  },
  restore: {
    usage: '<backup> [--from-store]',
    summary: 'restore a backup into an empty DATA_DIR or database',
    details: `The backup is a folder; with --from-store, the name of one in the object store that is set, as taskboard backups
lists it. Such a backup has no files of attachments: they are where they were, in that store.`,
    load: async () => (await import('./restore.ts')).restore,
  },
  rollback: {
    usage: '',
    summary: 'undo the last update by restoring the backup that was made before it',
    details: `Stop the service first. What is replaced is kept, and the command says where. Then start the version
that was used before.`,
    load: async () => (await import('./rollback.ts')).rollback,
  },
  copy: {
    usage: '--from <folder or address> --to <folder or address>',
    summary: 'move everything between SQLite and PostgreSQL, in either direction',
    details: `A folder is a DATA_DIR; with a PostgreSQL address, files are in the DATA_DIR that is set.
Stop the service first. The target must be empty. To continue a copy that was interrupted, run it again.`,
    load: async () => (await import('./copy.ts')).copy,
  },
  'copy-files': {
    usage: '--to <store|disk>',
    summary: 'copy the files of attachments from the disk to the object store that is set, or back',
    details: `Can run while the service does, and again: files that are there whole are left alone. First set the store
for this command only; then start the service with it, and run the command once more for what came meanwhile.
Nothing is deleted where the files come from.`,
    load: async () => (await import('./copy-files.ts')).copyFilesBetween,
  },
  audit: {
    usage: '[--from <time>] [--until <time>] [--type <type>] [--format jsonl|csv]',
    summary: 'write the security events of all accounts, oldest first',
    details: `Sign-ins, failed ones, and changes of what protects accounts, of the last 90 days, for a log system or a
spreadsheet. A type is one such as signIn.failed, or the part before the dot. To collect what is new, pass the
time of the last event as --from: events of that very moment come again, with the same publicId.`,
    load: async () => (await import('./audit.ts')).writeAudit,
  },
  'user create': {
    usage: '<email> [--name <name>] [--password-stdin]',
    summary: 'create an account, even if SIGN_UP is closed',
    details: passwordHelp,
    load: async () => (await import('./user.ts')).createAccount,
  },
  'user list': {
    usage: '',
    summary: 'list accounts: address, name, when created, last used and disabled, and who is an operator',
    load: async () => (await import('./user-accounts.ts')).listAccounts,
  },
  'user disable': {
    usage: '<email>',
    summary: 'block all access to an account immediately; nothing is deleted',
    load: async () => (await import('./user-accounts.ts')).disableAccount,
  },
  'user enable': {
    usage: '<email>',
    summary: 'allow access to a disabled account again',
    load: async () => (await import('./user-accounts.ts')).enableAccount,
  },
  'user promote': {
    usage: '<email>',
    summary: 'make an account an operator’s, who sees how the installation is and manages accounts',
    load: async () => (await import('./user-accounts.ts')).promoteAccount,
  },
  'user demote': {
    usage: '<email>',
    summary: 'take that back',
    load: async () => (await import('./user-accounts.ts')).demoteAccount,
  },
  'user sign-in-link': {
    usage: '<email>',
    summary: 'print a link that signs in to an account once, also where only a provider may',
    details:
      'For when the provider does not answer. It works for ten minutes; second factors are still asked for.',
    load: async () => (await import('./user-accounts.ts')).makeSignInLink,
  },
  'user delete': {
    usage: '<email>',
    summary: 'delete an account for good; what was written stays, under "Deleted user"',
    load: async () => (await import('./user-accounts.ts')).deleteAccount,
  },
  'user log': {
    usage: '<email>',
    summary: 'show the sign-ins, failed sign-ins, and password, address and key changes of an account',
    load: async () => (await import('./user-accounts.ts')).showSecurityLog,
  },
  'user clear-second-factors': {
    usage: '<email>',
    summary: 'remove the second factors and recovery codes of an account; ends its sessions',
    details:
      'For somebody who has lost all of them. Make sure that it is they who ask: their password alone signs in then.',
    load: async () => (await import('./user-accounts.ts')).clearFactors,
  },
  'workspace clear-policies': {
    usage: '<id>',
    summary: 'clear what a workspace demands of its members, when that has locked everybody out',
    details: 'The id is in the address of its pages, after /w/.',
    load: async () => (await import('./workspace.ts')).clearPoliciesOf,
  },
  'user reset-password': {
    usage: '<email> [--password-stdin]',
    summary: 'set the password of an account; ends its sessions and API keys',
    details: passwordHelp,
    load: async () => (await import('./user.ts')).resetAccountPassword,
  },
};

async function main(given: string[]): Promise<void> {
  const [first = 'serve', second = ''] = given;
  if (['help', '--help', '-h'].includes(first)) return console.log(helpOfAll());
  if (['--version', '-v'].includes(first)) return console.log(version);
  const name = `${first} ${second}` in commands ? `${first} ${second}` : first;
  const command = commands[name];
  if (!command) return fail(2, `unknown command: ${first}\n\n${helpOfAll()}`);
  const args = given.slice(name === first ? 1 : 2);
  if (args.includes('--help') || args.includes('-h')) return console.log(helpOf(name, command));
  try {
    const run = await command.load();
    await run(args);
  } catch (error) {
    if (error instanceof Misuse) return fail(2, `${error.message} (usage: ${lineOf(name, command)})`);
    const { reasonOf } = await import('./reason.ts');
    fail(1, reasonOf(error));
  }
}

function fail(exitCode: number, reason: string): void {
  console.error(reason);
  process.exitCode = exitCode;
}

const lineOf = (name: string, { usage }: Command): string => `taskboard ${name} ${usage}`.trim();

const helpOf = (name: string, command: Command): string =>
  [`usage: ${lineOf(name, command)}`, '', command.summary, command.details]
    .filter((line) => line !== undefined)
    .join('\n');

function helpOfAll(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return ['usage: taskboard <command> [--help | --version]', '', ...lines].join('\n');
}

// Exit silently if the reader closes the pipe (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});
await main(process.argv.slice(2));
