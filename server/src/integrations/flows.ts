import type { Provider } from '../../../contract/integrations.ts';
import { issue } from '../../../contract/issues.ts';
import type { Actor } from '../base/access/actor.ts';
import type { Origin } from '../base/access/origin.ts';
import type { Caller } from '../base/changes/change.ts';
import { isoMillis } from '../base/clock.ts';
import { command } from '../base/db/query.ts';
import { Failure } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { oneLine } from '../base/texts.ts';
import { noteEvent } from '../users/actions/security-log.ts';
import { askThrough } from './ask.ts';
import { trello } from './boardtool/trello.ts';
import { github } from './codehost/github.ts';
import { type BoardTool, type CodeHost, NoAnswer, TokenRefused, Unfit } from './provider.ts';
import { connectionOf } from './queries.ts';

export type { BoardContents, BoardTool } from './provider.ts';

interface Connected {
  userId: string;
  provider: Provider;
  sealed: string;
  account: string;
  now: number;
}

const connect = command('integrations.connect', (db, p: Connected) =>
  db
    .insertInto('integrations')
    .values({
      user_id: p.userId,
      provider: p.provider,
      token_sealed: p.sealed,
      account: p.account,
      connected_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider']).doUpdateSet((of) => ({
        token_sealed: of.ref('excluded.token_sealed'),
        account: of.ref('excluded.account'),
        connected_at: of.ref('excluded.connected_at'),
      })),
    ),
);

const disconnect = command('integrations.disconnect', (db, p: { userId: string; provider: Provider }) =>
  db
    .deleteFrom('integrations')
    .where('user_id', '=', p.userId)
    .where('provider', '=', p.provider)
    .returning('account'),
);

/** The only list of providers. */
export function providersOf({ outgoing, config }: Pick<Service, 'outgoing' | 'config'>): {
  codehost: CodeHost;
  boardtool: BoardTool;
} {
  const ask = askThrough(outgoing);
  return {
    codehost: github(ask, config.codehostApiUrl),
    boardtool: trello(ask, outgoing, { apiUrl: config.boardtoolApiUrl, key: config.boardtoolApiKey }),
  };
}

/** Binds a sealed token to its user and provider. */
const sealContext = (userId: string, provider: Provider) => `integration ${provider} ${userId}`;

/** Stores a token of the actor once the provider has accepted it. */
export async function connectIntegration(
  service: Service,
  { actor, change }: Caller,
  { provider, token, origin }: { provider: Provider; token: string; origin: Origin },
) {
  const { userId } = actor;
  const checking = providersOf(service)[provider].account(token);
  const account = oneLine(await fromProvider({ refused: 400, down: 503 }, checking))
    .slice(0, 255)
    .toWellFormed();
  const sealed = service.secrets.seal(token, sealContext(userId, provider));
  return change(async ({ tx, now, ownAccount }) => {
    ownAccount();
    await tx.run(connect, { userId, provider, sealed, account, now });
    const detail = connectionText(provider, account);
    await noteEvent({ tx, now }, { userId, type: 'integration.connected', origin, detail });
    return { provider, connected: true, account, connectedAt: isoMillis(now) };
  });
}

/** Removes the token of the actor; does nothing if there is none. */
export function disconnectIntegration({ actor, change }: Caller, provider: Provider, origin: Origin) {
  const { userId } = actor;
  return change(async ({ tx, now, ownAccount }) => {
    ownAccount();
    const [forgotten] = await tx.run(disconnect, { userId, provider });
    if (forgotten) {
      const detail = connectionText(provider, forgotten.account);
      await noteEvent({ tx, now }, { userId, type: 'integration.disconnected', origin, detail });
    }
    return { success: true };
  });
}

const connectionText = (provider: Provider, account: string | null): string =>
  account === null ? provider : `${provider} ${account}`;

/** A user's connection to a provider. */
export interface Connection {
  token: string;
  /** The name of the account there; null if it was never requested. */
  account: string | null;
  /** The user's address here. */
  email: string;
}

/** The actor's connection to a provider, or undefined without one. */
export async function connectionFor(
  { db, secrets }: Pick<Service, 'db' | 'secrets'>,
  { userId }: Actor,
  provider: Provider,
): Promise<Connection | undefined> {
  const found = await db.first(connectionOf, { userId, provider });
  if (!found) return undefined;
  const { sealed, account, email } = found;
  return { token: secrets.open(sealed, sealContext(userId, provider)), account, email };
}

/** The actor's token for a provider, or undefined without a connection. */
export const tokenFor = async (
  service: Pick<Service, 'db' | 'secrets'>,
  actor: Actor,
  provider: Provider,
): Promise<string | undefined> => (await connectionFor(service, actor, provider))?.token;

/** The statuses of an operation if the provider refuses the token, does not answer, or answers with something unexpected. */
export interface ProviderStatuses {
  refused: 400 | 403;
  down: 500 | 503;
  /** `down` by default. */
  unfit?: 400;
}

/** Awaits a request to a provider; converts its failures to those of the operation. */
export async function fromProvider<T>(statuses: ProviderStatuses, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw failureOf(statuses, error);
  }
}

/** The same for an async iterable. */
export async function* eachFromProvider<T>(
  statuses: ProviderStatuses,
  given: AsyncIterable<T>,
): AsyncGenerator<T> {
  try {
    yield* given;
  } catch (error) {
    throw failureOf(statuses, error);
  }
}

function failureOf(statuses: ProviderStatuses, error: unknown): unknown {
  if (error instanceof TokenRefused)
    return new Failure(statuses.refused, [issue('provider-refuses-token', { reason: error.message })]);
  if (!(error instanceof NoAnswer)) return error;
  const { message, retryAfter, cause } = error;
  const status = error instanceof Unfit ? (statuses.unfit ?? statuses.down) : statuses.down;
  return new Failure(status, [issue('provider-fails', { reason: message })], { retryAfter, cause });
}
