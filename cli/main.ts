#!/usr/bin/env -S node --max-semi-space-size=4
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { version } from '../server/src/config/version.ts';
import { Misuse } from './arguments.ts';

/* `taskboard <command>`: the one entry of everything an operator runs. */

interface Command {
  /** What stands after the name. */
  usage: string;
  summary: string;
  /** What `--help` says beside it. */
  details?: string;
  /** Commands are loaded one by one: each starts as fast as it can. */
  load: () => Promise<(args: string[]) => Promise<void>>;
}

const passwordHelp = 'Without --password-stdin a password is made up and printed.';

const commands: Record<string, Command> = {
  serve: {
    usage: '',
    summary: 'run the service (the default)',
    details: 'Settings are environment variables, see README.md. SIGTERM ends it once requests are answered.',
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    usage: '[file]',
    summary: 'run it with a board to try: the one that is named (a JSON export), or a small one',
    details: 'Its data is in ./demo-data, unless DATA_DIR is set.',
    load: async () => (await import('./demo.ts')).demo,
  },
  migrate: {
    usage: '',
    summary: 'bring the database up to this version; serve does that by itself',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  doctor: {
    usage: '',
    summary: 'look for what is wrong with settings, database, files, disk and clock',
    details: 'Changes nothing, and may run beside the service. Ends with 1 where something is wrong.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    usage: '<folder> [--without-files]',
    summary: 'copy database, files and secret key into a new folder, also while the service runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: '<folder>',
    summary: 'put a backup into an empty DATA_DIR or database',
    load: async () => (await import('./restore.ts')).restore,
  },
  rollback: {
    usage: '',
    summary: 'undo the last update: put the backup back that was made before it',
    details: `Stop the service first. What is replaced is kept, and the command says where. Afterwards start the version
that was used before.`,
    load: async () => (await import('./rollback.ts')).rollback,
  },
  copy: {
    usage: '--from <folder or address> --to <folder or address>',
    summary: 'move everything between SQLite and PostgreSQL, in either direction',
    details: `A folder is a DATA_DIR; beside the address of a PostgreSQL database, files are in the DATA_DIR that is set.
Stop the service first. The target is empty; a copy that broke off goes on when it is called again.`,
    load: async () => (await import('./copy.ts')).copy,
  },
  'user create': {
    usage: '<email> [--name <name>] [--password-stdin]',
    summary: 'make an account, also where SIGN_UP is closed',
    details: passwordHelp,
    load: async () => (await import('./user.ts')).createAccount,
  },
  'user list': {
    usage: '',
    summary: 'list the accounts: address, name, since when, last used, whether disabled',
    load: async () => (await import('./user-accounts.ts')).listAccounts,
  },
  'user disable': {
    usage: '<email>',
    summary: 'let nobody into an account, at once; nothing of it is lost',
    load: async () => (await import('./user-accounts.ts')).disableAccount,
  },
  'user enable': {
    usage: '<email>',
    summary: 'let the owner of a disabled account in again',
    load: async () => (await import('./user-accounts.ts')).enableAccount,
  },
  'user delete': {
    usage: '<email>',
    summary: 'delete an account for good; what was written stays, under "Deleted user"',
    load: async () => (await import('./user-accounts.ts')).deleteAccount,
  },
  'user log': {
    usage: '<email>',
    summary: 'show sign-ins, refused ones and changes of password, address and keys of an account',
    load: async () => (await import('./user-accounts.ts')).showSecurityLog,
  },
  'user reset-password': {
    usage: '<email> [--password-stdin]',
    summary: 'set the password of an account; its sessions and API keys end',
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
  if (!command) return fail(2, `${first} is no command\n\n${helpOfAll()}`);
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

// Code that was compiled once is not compiled again at the next start. It is beside the code, and goes with it.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'taskboard'));
// Who reads only the beginning (`| head`) has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});
await main(process.argv.slice(2));
