import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { rememberWhereTo } from './location.ts';
import { problemOf } from './problem.ts';
import { useResource } from './resource.ts';
import { server } from './session.ts';

/** Goes to a sign-in provider, from where the browser comes back. */
export async function beginAt(provider: string): Promise<void> {
  const redirectUri = `${location.origin}/signed-in/${provider}`;
  const { reply } = await server.ask(routes.openid.authorize, {
    params: { provider },
    query: { redirectUri },
  });
  rememberWhereTo();
  location.assign(reply.url);
}

export type Provider = ReplyOf<typeof routes.openid.providers>[number];

/** The external sign-in providers that the operator has configured; none until they are known. */
export const useProviders = (): readonly Provider[] =>
  useResource(
    'providers',
    async (signal) => (await server.ask(routes.openid.providers, {}, { signal })).reply,
  ).value.value ?? [];

const tell = (error: unknown): void => void toast(problemOf(error));

/** Ways to sign in by providers. */
export const Providers = ({ of }: { of: readonly Provider[] }) =>
  of.map(({ id, name }) => (
    <button key={id} class="button" type="button" onClick={() => void beginAt(id).catch(tell)}>
      {t.signIn.withProvider(name)}
    </button>
  ));
