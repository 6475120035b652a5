import { routes } from '../../contract/routes.ts';
import { factorTexts } from '../messages/factors.ts';
import { Providers } from './provider.tsx';
import { useResource } from './resource.ts';
import { server, signOut } from './session.ts';

const texts = factorTexts.signOn;

/** Ways to sign in anew: by the providers that workspaces of the user demand, and by any other way. */
export function SignInAgain({ provider }: { provider?: string | null }) {
  const known = useResource('providers and closed workspaces', async (signal) => {
    const [all, closed] = await Promise.all([
      server.ask(routes.openid.providers, {}, { signal }),
      server.ask(routes.policies.closed, {}, { signal }),
    ]);
    const demanded = new Set(
      closed.reply.flatMap((each) => (each.policy === 'provider' ? each.provider : [])),
    );
    return all.reply.filter(({ id }) => demanded.has(id));
  });
  const shown = (known.value.value ?? []).filter(({ id }) => provider === undefined || id === provider);
  return shown.length > 0 ? (
    <Providers of={shown} />
  ) : (
    <button class="button" type="button" onClick={() => void signOut()}>
      {texts.again}
    </button>
  );
}
