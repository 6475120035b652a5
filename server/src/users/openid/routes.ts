import type { FastifyRequest } from 'fastify';
import { openid } from '../../../../contract/openid.ts';
import { originOf } from '../../base/access/origin.ts';
import { hashOf } from '../../base/access/tokens.ts';
import { second } from '../../base/clock.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { bind } from '../../base/http/bind.ts';
import type { Service } from '../../base/service.ts';
import type { Attempts } from '../attempts.ts';
import { beginSignInByProvider, signInByProvider } from '../flows/sign-in-by-provider.ts';
import { openForPage } from '../sessions.ts';
import { openIdClient } from './client.ts';
import { life } from './state.ts';

const cookieName = 'taskboard_sign_in';

/** Keeps the verifier in a cookie that scripts cannot read, for pages of this service that do not keep it themselves. */
function cookieOf({ publicUrl }: Service, codeVerifier: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const path = `${pathname.replace(/\/$/, '')}/api/v1/auth/oidc`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${cookieName}=${codeVerifier}; Path=${path}; Max-Age=${life / second}; HttpOnly; SameSite=Lax${secure}`;
}

const keptBy = ({ headers: { cookie = '' } }: FastifyRequest): string | undefined =>
  /(?:^|; *)taskboard_sign_in=([\w-]{43})(?:;|$)/.exec(cookie)?.[1];

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

  bind(service, openid.authorize, async ({ params, query, reply }) => {
    const begun = await beginSignInByProvider(service, clientOf(params.provider), query);
    reply.header('set-cookie', cookieOf(service, begun.codeVerifier));
    return begun;
  });

  bind(service, openid.callback, ({ params, body, request, reply }) => {
    const client = clientOf(params.provider);
    const origin = originOf(request);
    const codeVerifier = body.codeVerifier ?? keptBy(request);
    if (codeVerifier === undefined) throw new Invalid('verifier-missing', { field: 'body/codeVerifier' });
    // The account is not known yet, so attempts are counted by state and network.
    return openForPage(service, request, reply, () =>
      attempts.countRefused('provider', { account: hashOf(body.state), network: origin.network }, () =>
        signInByProvider(service, client, { ...body, codeVerifier }, origin),
      ),
    );
  });
}
