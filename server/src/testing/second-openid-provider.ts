import { Events, OAuth2Server } from 'oauth2-mock-server';
import type { Claims, OpenIdServer } from './openid-provider.ts';

/* Another OpenID provider on loopback, which issues whatever a test tells it to, and names no issuer with its answers. */

type Transform = (header: Record<string, unknown>, claims: Record<string, unknown>) => void;

export interface LooseOpenIdServer extends Pick<OpenIdServer, 'issuer' | 'settings' | 'signIn'> {
  readonly people: Record<string, Claims & { sid?: string }>;
  /** A token signed by a key of the provider. */
  tokenOf(transform: Transform): Promise<string>;
  /** Stops answering; another one can be started on its port. */
  stop(): Promise<void>;
  readonly port: number;
}

const client = { id: 'taskboard', secret: 'another secret' };

export async function looseOpenIdServer(port = 0): Promise<LooseOpenIdServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(port, '127.0.0.1');
  const issuer = server.issuer.url ?? '';
  const people: LooseOpenIdServer['people'] = {};
  let who = '';
  let nonce: unknown;
  server.service.on(Events.BeforeAuthorizeRedirect, (_to, request: { query?: Record<string, unknown> }) => {
    nonce = request.query?.nonce;
  });
  server.service.on(Events.BeforeTokenSigning, ({ payload }: { payload: Record<string, unknown> }) => {
    Object.assign(payload, { sub: who, nonce, aud: client.id, ...people[who] });
  });
  return {
    issuer,
    people,
    port: server.address().port,
    settings: (name) => ({
      [`OIDC_${name}_ISSUER`]: issuer,
      [`OIDC_${name}_CLIENT_ID`]: client.id,
      [`OIDC_${name}_CLIENT_SECRET`]: client.secret,
    }),
    async signIn(url, sub) {
      who = sub;
      const response = await fetch(url, { redirect: 'manual' });
      const to = new URL(response.headers.get('location') ?? '');
      return Object.fromEntries(to.searchParams) as never;
    },
    tokenOf: (transform) =>
      server.issuer.buildToken({ scopesOrTransform: (header, payload) => transform(header, payload) }),
    stop: () => server.stop(),
  };
}
