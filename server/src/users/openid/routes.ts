import type { FastifyRequest } from 'fastify';
import { openid } from '../../../../contract/openid.ts';
import { smallBody } from '../../../../contract/operation.ts';

import { cookie, cookieIn } from '../../base/access/cookie.ts';
import { originOf } from '../../base/access/origin.ts';
import { hashOf } from '../../base/access/tokens.ts';
import { second } from '../../base/clock.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { bind } from '../../base/http/bind.ts';
import type { Service } from '../../base/service.ts';
import type { Attempts } from '../attempts.ts';
import { endByProvider } from '../flows/end-by-provider.ts';
import { replyTo } from '../flows/second-step.ts';
import { type Arrival, beginSignInByProvider, signInByProvider } from '../flows/sign-in-by-provider.ts';
import { openForPage } from '../sessions.ts';
import { type OpenIdClient, openIdClient } from './client.ts';
import { life } from './state.ts';

/**
 * Keeps the verifier in a cookie that scripts cannot read, for pages of this service that do not keep it themselves. Under https, the
 * `__Host-` prefix lets only this service set it: with one that a neighbouring host planted, a visitor would end up in its account.
 */
const cookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-taskboard-sign-in' : 'taskboard_sign_in';

const cookieOf = ({ publicUrl }: Service, codeVerifier: string): string =>
  cookie(publicUrl, cookieName(publicUrl), codeVerifier, life / second);

const keptBy = ({ publicUrl }: Service, { headers }: FastifyRequest): string | undefined =>
  /^[\w-]{43}$/.exec(cookieIn(headers.cookie, cookieName(publicUrl)) ?? '')?.[0];

/** Where providers tell of logouts. Forms, and no operation of the API: the path is for the provider's settings. */
function logoutRoute(service: Service, clientOf: (id: string) => OpenIdClient): void {
  void service.http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await service.limits.ofAddress(request, reply);
    });
    scope.post<{ Params: { provider: string } }>(
      '/oidc/:provider/logout',
      { bodyLimit: smallBody },
      async ({ params, body }) => {
        const client = clientOf(params.provider);
        const [token, ...more] = body instanceof URLSearchParams ? body.getAll('logout_token') : [];
        if (token === undefined || more.length > 0)
          throw new Invalid('wrong-logout-token', { field: 'body/logout_token', reason: 'missing' });
        await endByProvider(service, client, token);
        return {};
      },
    );
  });
}

/** Called with whom a provider has signed in, before they learn of it; a later domain follows their groups. */
export type Arrived = (arrival: Arrival) => Promise<void>;

export function openIdRoutes(service: Service, attempts: Attempts, arrived: Arrived): void {
  const { config, clock } = service;
  const clients = new Map(
    config.openIdProviders.map((provider) => [provider.id, openIdClient(provider, config, clock)]),
  );

  const clientOf = (id: string) => {
    const client = clients.get(id);
    if (!client) throw new NotFound();
    return client;
  };

  logoutRoute(service, clientOf);

  bind(service, openid.providers, async () =>
    config.openIdProviders.map(({ id, name, only, domains }) => ({
      id,
      name,
      onlyFor: only && domains ? [...domains] : [],
    })),
  );

  bind(service, openid.authorize, async ({ params, query, reply }) => {
    const begun = await beginSignInByProvider(service, clientOf(params.provider), query);
    reply.header('set-cookie', cookieOf(service, begun.codeVerifier));
    return begun;
  });

  bind(service, openid.callback, ({ params, body, request, reply }) => {
    const client = clientOf(params.provider);
    const origin = originOf(request);
    const codeVerifier = body.codeVerifier ?? keptBy(service, request);
    if (codeVerifier === undefined) throw new Invalid('verifier-missing', { field: 'body/codeVerifier' });
    // The account is not known yet, so attempts are counted by state and network.
    return openForPage(service, request, reply, async () =>
      replyTo(
        service,
        await attempts.countRefused(
          'provider',
          { account: hashOf(body.state), network: origin.network },
          () => signInByProvider(service, client, { ...body, codeVerifier }, origin, arrived),
        ),
      ),
    );
  });
}
