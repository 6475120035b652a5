import { openid } from '../../../../contract/openid.ts';
import { hashOf } from '../../access/tokens.ts';
import { NotFound } from '../../errors.ts';
import { bind } from '../../http/bind.ts';
import type { Service } from '../../service.ts';
import { beginSignInByProvider, signInByProvider } from '../actions/sign-in-by-provider.ts';
import type { Attempts } from '../attempts.ts';
import { openIdClient } from './client.ts';

export function openIdRoutes(service: Service, attempts: Attempts): void {
  const { config, clock } = service;
  const clients = new Map(
    config.openIdProviders.map((provider) => [provider.id, openIdClient(provider, config, clock)]),
  );

  const clientOf = (id: string) => {
    const client = clients.get(id);
    if (!client) throw new NotFound();
    return client;
  };

  bind(service, openid.providers, async () => config.openIdProviders.map(({ id, name }) => ({ id, name })));

  bind(service, openid.authorize, ({ params, query }) =>
    beginSignInByProvider(service, clientOf(params.provider), query),
  );

  bind(service, openid.callback, ({ params, body, request }) => {
    const client = clientOf(params.provider);
    const userAgent = request.headers['user-agent'] ?? null;
    // Whose account it is, is not known yet: what is counted is what was begun, and where it comes from.
    return attempts.countRefused('provider', { account: hashOf(body.state), address: request.ip }, () =>
      signInByProvider(service, client, body, userAgent),
    );
  });
}
