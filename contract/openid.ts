import { Type } from 'typebox';
import { Session } from './auth.ts';
import { operation, smallBody } from './operation.ts';

const providerParams = Type.Object({
  provider: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The provider, by its `id`',
    example: 'my-company',
  }),
});

const RedirectUri = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'Where the provider sends the browser back to: an address of this service, or of a page that may call it ' +
    '(`CORS_ORIGINS`), without a query',
  example: 'https://taskboard.example.com/signed-in',
});

const ofProvider = { tag: 'Accounts', params: providerParams, access: 'none' } as const;

/** Signing in by OpenID Connect, with the authorization code flow and PKCE. */
export const openid = {
  providers: operation({
    id: 'listSignInProviders',
    method: 'GET',
    path: '/auth/providers',
    tag: 'Accounts',
    summary: 'List the providers one can sign in by',
    description: 'The OpenID providers that the operator has set up.',
    reply: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Stands in addresses', example: 'my-company' }),
        name: Type.String({ description: 'What people are shown', example: 'My company' }),
      }),
    ),
    errors: [],
    access: 'none',
  }),
  authorize: operation({
    ...ofProvider,
    id: 'beginSignInByProvider',
    method: 'GET',
    path: '/auth/oidc/{provider}/authorize',
    summary: 'Begin to sign in by a provider',
    description:
      'Gives the address to open in the browser. The provider sends it back to `redirectUri` with `code` and ' +
      '`state`, to be passed on to the callback within 10 minutes, together with the `codeVerifier`, which only the ' +
      'browser that began has (PKCE). A page of this service may leave that to the cookie that is set.',
    query: Type.Object({ redirectUri: RedirectUri }),
    reply: Type.Object({
      url: Type.String({
        description: 'The address to open',
        example: 'https://accounts.example.com/authorize?client_id=taskboard&response_type=code',
      }),
      codeVerifier: Type.String({ description: 'To be kept by the browser, and sent to the callback alone' }),
    }),
    errors: [400, 404, 503],
  }),
  callback: operation({
    ...ofProvider,
    id: 'signInByProvider',
    method: 'POST',
    path: '/auth/oidc/{provider}/callback',
    summary: 'Sign in by a provider',
    description:
      'Takes what the provider sent to `redirectUri`; a `state` signs in once. Whoever comes for the first time gets ' +
      'the account with their e-mail address, when the provider has verified it (403 otherwise), or a new one, where ' +
      'sign-up is open to them.',
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 4096, description: 'The `code` that came back' }),
      state: Type.String({ minLength: 1, maxLength: 2048, description: 'The `state` that came back' }),
      codeVerifier: Type.Optional(
        Type.String({
          minLength: 43,
          maxLength: 128,
          description: 'What `authorize` gave beside the address; without it the cookie counts',
        }),
      ),
      iss: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description: 'The `iss` that came back, where one did: it must be the issuer',
        }),
      ),
    }),
    maxBody: smallBody,
    reply: Session,
    errors: [400, 403, 404, 429, 503],
  }),
};
