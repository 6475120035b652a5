import { api } from '../../../contract/api.ts';
import type { OpenIdServer } from './openid-provider.ts';
import type { TestService } from './service.ts';

/** Signs in to a service by a provider, as the page does. */
export async function signInBy(
  service: Pick<TestService, 'caller'>,
  server: Pick<OpenIdServer, 'signIn'>,
  provider: string,
  redirectUri: string,
  sub: string,
) {
  const nobody = service.caller();
  const params = { provider };
  const { url, codeVerifier } = await nobody.call(api.openid.authorize, { params, query: { redirectUri } });
  const { code, state, iss } = await server.signIn(url, sub);
  const body = { code, state, codeVerifier, ...(iss === undefined ? {} : { iss }) };
  return nobody.call(api.openid.callback, { params, body });
}
