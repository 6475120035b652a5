import { Type } from 'typebox';
import { Session } from './auth.ts';
import { operation, smallBody } from './operation.ts';

const providerParams = Type.Object({
  provider: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Id of the provider',
    example: 'my-company',
  }),
});

const RedirectUri = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'Where the provider sends the browser back to: an address of this service, or of a page that may call it ' +
    '(`CORS_ORIGINS`), without a query string',
  example: 'https://taskboard.example.com/signed-in',
});

const ofProvider = { tag: 'Accounts', params: providerParams, access: 'none' } as const;

/** Sign-in with OpenID Connect, using the authorization code flow with PKCE. */
export const openid = {
  providers: operation({
    id: 'listSignInProviders',
    method: 'GET',
    path: '/auth/providers',
    tag: 'Accounts',
    summary: 'List the providers to sign in with',
    description: 'The OpenID providers that the operator has set up.',
    reply: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Identifier, used in addresses', example: 'my-company' }),
        name: Type.String({ description: 'Name to show', example: 'My company' }),
        onlyFor: Type.Array(Type.String({ example: 'example.com' }), {
          description: 'Domains of email addresses with which people sign in by this provider alone',
        }),
      }),
    ),
    errors: [],
    access: 'none',
  }),
  authorize: operation({
    ...ofProvider,
    id: 'beginSignInByProvider',
    work: 'outside',
    method: 'GET',
    path: '/auth/oidc/{provider}/authorize',
    summary: 'Start signing in with a provider',
    description:
      'Returns the address to open in the browser. The provider sends the browser back to `redirectUri` with ' +
      '`code` and `state`. Pass these to the callback within 10 minutes, together with the `codeVerifier`, which ' +
      'only the browser that started has (PKCE). A page of this service may leave out the verifier and rely on ' +
      'the cookie that is set.',
    query: Type.Object({ redirectUri: RedirectUri }),
    reply: Type.Object({
      url: Type.String({
        description: 'The address to open',
        example: 'https://accounts.example.com/authorize?client_id=taskboard&response_type=code',
      }),
      codeVerifier: Type.String({ description: 'For the browser to keep, and to send to the callback only' }),
    }),
    errors: [400, 404, 503],
  }),
  callback: operation({
    ...ofProvider,
    id: 'signInByProvider',
    work: 'outside',
    method: 'POST',
    path: '/auth/oidc/{provider}/callback',
    summary: 'Sign in with a provider',
    description:
      'Takes what the provider sent to `redirectUri`; each `state` works once. On the first sign-in, a user gets ' +
      'the account with their email address, if the provider has verified it (403 otherwise), or a new one, if ' +
      'they may sign up.',
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 4096, description: 'The `code` that came back' }),
      state: Type.String({ minLength: 1, maxLength: 2048, description: 'The `state` that came back' }),
      codeVerifier: Type.Optional(
        Type.String({
          minLength: 43,
          maxLength: 128,
          description: 'The `codeVerifier` from `authorize`; if absent, the cookie is used',
        }),
      ),
      iss: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description:
            'The `iss` that came back, if any: it must be the issuer, and some providers always send it',
        }),
      ),
    }),
    maxBody: smallBody,
    reply: Session,
    opensSession: true,
    errors: [400, 403, 404, 429, 503],
  }),
};
