import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { auth } from '../contract/auth.ts';
import type { ChangeAccounts } from '../server/src/base/changes/change.ts';
import { Conflict } from '../server/src/base/errors.ts';
import { issueOf } from '../server/src/base/http/issues.ts';
import { bodyValidator } from '../server/src/base/http/validate.ts';
import { addressOf } from '../server/src/users/admission.ts';
import { createUser } from '../server/src/users/flows/create-user.ts';
import { setPasswordOf } from '../server/src/users/flows/password-reset.ts';
import { Misuse, readArguments } from './arguments.ts';
import { namedConfig, openExisting } from './database.ts';
import { operatorChanges } from './operator-changes.ts';
import { Stop } from './reason.ts';

const passwordOption = { 'password-stdin': { type: 'boolean' } } as const;

/** `user create <email> [--name <name>] [--password-stdin]` */
export async function createAccount(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, ['email'], { ...passwordOption, name: { type: 'string' } });
  const { password, made } = await passwordOf(options);
  const { email: typed, name } = valid({
    email: given.email,
    password,
    ...(options.name ? { name: options.name } : {}),
  });
  const email = addressOf(typed);
  const user = await withAccounts(async (changeAccounts) => {
    try {
      return await createUser({ changeAccounts }, { email, password, name });
    } catch (error) {
      throw error instanceof Conflict ? new Stop(`${email} already has an account`) : error;
    }
  });
  console.log(`${user.email} now has an account`);
  if (made) console.log(passwordLine(password));
}

/** `user reset-password <email> [--password-stdin]` */
export async function resetAccountPassword(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, ['email'], passwordOption);
  const { password, made } = await passwordOf(options);
  const email = addressOf(valid({ email: given.email, password }).email);
  await withAccounts((changeAccounts) => setPasswordOf({ changeAccounts }, { email, password }));
  console.log(`${email} has a new password; its sessions and API keys have ended`);
  if (made) console.log(passwordLine(password));
}

const passwordLine = (password: string): string =>
  `Password (shown only here; change it after signing in): ${password}`;

/** The password from stdin, or a random one. */
async function passwordOf(options: {
  'password-stdin'?: boolean;
}): Promise<{ password: string; made: boolean }> {
  if (!options['password-stdin']) return { password: randomBytes(15).toString('base64url'), made: true };
  const lines = createInterface({ input: process.stdin });
  const [password = ''] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as string[];
  lines.close();
  return { password, made: false };
}

interface Account {
  email: string;
  password: string;
  name?: string;
}

const isAccount = bodyValidator(auth.signUp.body);

/** Checks typed values by the rules of sign-up, which also trim them. Throws `Misuse`. */
function valid(typed: Account): Account {
  const account = { ...typed };
  if (isAccount(account)) return account;
  throw new Misuse(issueOf('', isAccount.errors).message.slice(1));
}

async function withAccounts<T>(work: (changeAccounts: ChangeAccounts) => Promise<T>): Promise<T> {
  const db = await openExisting(namedConfig());
  try {
    return await work(operatorChanges(db).changeAccounts);
  } finally {
    await db.close();
  }
}
