import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import type { Config } from '../../base/config/config.ts';
import { isBelieved, type OpenIdProvider } from '../../base/config/openid-providers.ts';
import { query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { emailAddress, isPlaceholder } from '../../base/email-address.ts';
import { Forbidden, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import { oneLine } from '../../base/texts.ts';
import { identities, users } from '../../data/users/tables.ts';
import { proveAddress } from '../actions/prove-address.ts';
import { admissionOf } from '../admission.ts';
import type { Step } from '../factors/step.ts';
import type { Answer, OpenIdClient, ProviderUser } from '../openid/client.ts';
import { endsOf } from '../openid/ended.ts';
import { beginSignIn, openState, useState } from '../openid/state.ts';
import { isDisabled, userByEmail } from '../queries.ts';
import type { SignedIn } from '../sessions.ts';
import { enter } from './second-step.ts';

/** Returns the sign-in address at the provider, and the code verifier that the browser keeps until it returns to `redirectUri`. */
export async function beginSignInByProvider(
  service: Service,
  client: OpenIdClient,
  given: { redirectUri: string },
): Promise<{ url: string; codeVerifier: string }> {
  const redirectUri = ownPage(service, given.redirectUri);
  const { begun, state, codeVerifier } = beginSignIn(service, { provider: client.provider.id, redirectUri });
  return { url: await client.addressOf(begun, state, codeVerifier), codeVerifier };
}

/**
 * The redirect URI as sent to the provider. Throws `Invalid` unless it belongs to this service or to an allowed origin: otherwise
 * an attacker could begin a sign-in that ends on a page of their own.
 */
function ownPage({ publicUrl, config }: Service, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const bases = [publicUrl, ...config.corsOrigins.filter((origin) => origin !== '*')];
  if (!url || !bases.some((base) => isWithin(url, new URL(base)))) {
    throw new Invalid('foreign-redirect', { field: 'query/redirectUri' });
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new Invalid('unfit-redirect', { field: 'query/redirectUri' });
  }
  return url.href;
}

/** Compares parts, not prefixes: `https://boards.example.com.elsewhere.com` begins with `https://boards.example.com` too. */
function isWithin(url: URL, base: URL): boolean {
  const path = base.pathname.replace(/\/*$/, '');
  return url.origin === base.origin && (url.pathname === path || url.pathname.startsWith(`${path}/`));
}

/** Somebody whom a provider has signed in, with the groups that it names. */
export interface Arrival {
  userId: string;
  email: string;
  name: string | null;
  provider: OpenIdProvider;
  groups: readonly string[] | null;
}

/** Completes the sign-in that `beginSignInByProvider` began. */
export async function signInByProvider(
  service: Service,
  client: OpenIdClient,
  answer: Answer,
  origin: Origin,
  arrived: (arrival: Arrival) => Promise<void>,
): Promise<SignedIn | Step> {
  const begun = await openState(service, client.provider.id, answer.state, answer.codeVerifier);
  const who = believed(service.config.openIdProviders, client, await client.userOf(begun, answer));
  const entered = await service.changeAccounts(async (work) => {
    await useState(work, begun);
    const account = await accountOf(work, service.config.signUp, who);
    if (await work.tx.first(isDisabled, { userId: account.id })) throw new Forbidden('account-disabled');
    const { passwordHash = null } = (await work.tx.first(userByEmail, { email: account.email })) ?? {};
    const { id } = client.provider;
    const session = { id, session: who.session, ends: endsOf({ ...who, provider: id }) };
    return enter(service, work, { ...account, passwordHash }, origin, 'provider', session);
  });
  const user = 'user' in entered ? entered.user : { ...entered, id: entered.userId };
  const { id: userId, email, name } = user;
  await arrived({ userId, email, name, provider: client.provider, groups: who.groups });
  return entered;
}

/** The address claims of a provider, as far as they are trusted. */
function believed(
  providers: Config['openIdProviders'],
  { provider }: OpenIdClient,
  who: ProviderUser,
): ProviderUser {
  const email = emailAddress(who.email ?? '');
  const emailVerified = who.emailVerified && email !== undefined && isBelieved(provider, providers, email);
  return { ...who, emailVerified };
}

type Account = SignedIn['user'];

const byIdentity = query('identities.user', (db, p: { issuer: string; subject: string }) =>
  db
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.email', 'u.name'])
    .where('i.issuer', '=', p.issuer)
    .where('i.subject', '=', p.subject),
);

interface NewIdentity {
  issuer: string;
  subject: string;
  userId: string;
  now: number;
}

const link = insertRow('identities.insert', identities);

/** The account linked to an identity; otherwise links the account with the address, or a new one. */
async function accountOf(work: AccountWork, signUp: Config['signUp'], who: ProviderUser): Promise<Account> {
  const { issuer, subject } = who;
  const linked = await linkedAccount(work, { issuer, subject });
  if (linked) return linked;
  const account = await accountWith(work, signUp, who);
  await work.tx.run(link, { issuer, subject, userId: account.id, createdAt: work.now });
  return account;
}

/** Locks the row: the owner of the address may be revoking this identity concurrently. */
async function linkedAccount({ tx }: AccountWork, identity: Pick<NewIdentity, 'issuer' | 'subject'>) {
  const found = await tx.first(byIdentity, identity);
  if (!found) return undefined;
  await tx.lock('users', null, [found.id]);
  return tx.first(byIdentity, identity);
}

/** Locks the row: whoever has made the account may be moving it to another address, which would be proven then. */
async function accountAt(tx: AccountWork['tx'], email: string) {
  const found = await tx.first(userByEmail, { email });
  if (!found) return undefined;
  await tx.lock('users', null, [found.id]);
  return tx.first(userByEmail, { email });
}

async function accountWith(
  work: AccountWork,
  signUp: Config['signUp'],
  { email: given, emailVerified, name }: ProviderUser,
): Promise<Account> {
  const { tx, now } = work;
  const email = emailAddress(given ?? '');
  if (email === undefined || isPlaceholder(email)) {
    throw new Forbidden('provider-without-email');
  }
  const account = await accountAt(tx, email);
  if (account && !emailVerified) {
    throw new Forbidden('provider-unverified-email');
  }
  if (account) {
    await proveAddress(work, account.id);
    return { id: account.id, email: account.email, name: account.name };
  }
  const { mayJoin } = await admissionOf(tx, signUp, email);
  // An invitation is tied to the address, so the provider must have verified it.
  if (!mayJoin || (signUp === 'invited' && !emailVerified)) throw new Forbidden('sign-up-closed');
  const made = {
    id: newId(now),
    email,
    name:
      oneLine(name ?? '')
        .slice(0, 255)
        .toWellFormed() || null,
  };
  const emailVerifiedAt = emailVerified ? now : null;
  await tx.run(insert, { ...made, emailVerifiedAt, passwordHash: null, createdAt: now });
  return made;
}

const insert = insertRow('users.insertByProvider', users);
