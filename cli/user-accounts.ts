import { isoMillis } from '../server/src/base/clock.ts';
import type { Database } from '../server/src/base/db/database.ts';
import { Failure } from '../server/src/base/errors.ts';
import { linkWithCode } from '../server/src/base/mail/compose.ts';
import type { Service } from '../server/src/base/service.ts';
import {
  clearSecondFactors,
  deleteUser,
  demoteUser,
  disableUser,
  enableUser,
  listUsers,
  openWayInto,
  promoteUser,
  securityLogOf,
} from '../server/src/users/flows/operate.ts';
import { readArguments } from './arguments.ts';
import { namedConfig, openExisting } from './database.ts';
import { operatorChanges } from './operator-changes.ts';
import { Stop } from './reason.ts';

/** Maximum number of log lines shown. */
const shown = 500;

/** `user list` */
export async function listAccounts(args: string[]): Promise<void> {
  readArguments(args, [], {});
  await withService(async ({ db }) => {
    for await (const { email, name, createdAt, lastUsedAt, disabledAt, operatorSince } of listUsers(db)) {
      const since = `since ${dayOf(createdAt)}`;
      const used = lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`;
      const state = disabledAt === null ? [] : [`disabled ${dayOf(disabledAt)}`];
      if (operatorSince !== null) state.push('operator');
      console.log([email, name ?? '', since, used, ...state].join('\t'));
    }
  });
}

/** `user disable <email>` */
export async function disableAccount(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(({ changeAccounts }) => changeAccounts((work) => disableUser(work, email)));
  console.log(`${email} is disabled: its sessions have ended, and its API keys do not work`);
}

/** `user enable <email>` */
export async function enableAccount(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(({ changeAccounts }) => changeAccounts((work) => enableUser(work, email)));
  console.log(`${email} can sign in again, and its API keys work again`);
}

/** `user promote <email>` */
export async function promoteAccount(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(({ changeAccounts }) => changeAccounts((work) => promoteUser(work, email)));
  console.log(`${email} is an operator now: the page for operators is in the menu of the account`);
}

/** `user demote <email>` */
export async function demoteAccount(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(({ changeAccounts }) => changeAccounts((work) => demoteUser(work, email)));
  console.log(`${email} is no operator any more`);
}

/** `user clear-second-factors <email>` */
export async function clearFactors(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(({ changeAccounts }) => changeAccounts((work) => clearSecondFactors(work, email)));
  console.log(`${email} has no second factors; its sessions have ended`);
}

/** `user sign-in-link <email>` */
export async function makeSignInLink(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(async ({ changeAccounts, config }) => {
    const token = await changeAccounts((work) => openWayInto(work, email));
    console.log(linkWithCode(config.publicUrl ?? `http://localhost:${config.port}`, 'magic-link', token));
  });
}

/** `user delete <email>` */
export async function deleteAccount(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService((service) => deleteUser(service, email));
  console.log(`${email} is deleted; what was written stays, under "Deleted user"`);
}

/** `user log <email>` */
export async function showSecurityLog(args: string[]): Promise<void> {
  const { email } = readArguments(args, ['email'], {}).given;
  await withService(async ({ db }) => {
    for (const { at, type, network, userAgent, detail } of await securityLogOf(db, email, shown)) {
      console.log([isoMillis(at), type, network ?? '', detail ?? '', userAgent ?? ''].join('\t'));
    }
  });
}

const dayOf = (at: number): string => isoMillis(at).slice(0, 10);

type Part = Pick<Service, 'changeAs' | 'changeAccounts' | 'config'> & { db: Database };

/** If the service refuses the change, the command fails with its first reason. */
export async function withService<T>(work: (service: Part) => Promise<T>): Promise<T> {
  const config = namedConfig();
  const db = await openExisting(config);
  try {
    return await work({ db, config, ...operatorChanges(db) });
  } catch (error) {
    throw error instanceof Failure && error.status < 500 ? new Stop(error.details) : error;
  } finally {
    await db.close();
  }
}
