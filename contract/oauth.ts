import { Type } from 'typebox';
import { caps } from './caps.ts';
import { namesOfKeyRights } from './key-rights.ts';
import { operation } from './operation.ts';
import { DateTimeInput, named, nullable, oneOf, PublicId, ShownOnce } from './schema.ts';

const Request = Type.String({
  minLength: 1,
  maxLength: 8000,
  description:
    'The query of the address that the application opened in the browser, as it is (RFC 6749, 4.1.1)',
  example:
    'response_type=code&client_id=mi8f3k2a7q0x4v9z&redirect_uri=https%3A%2F%2Fagent.example%2Fback&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
});

const ofRequest = { tag: 'Applications', work: 'outside', access: 'session' } as const;

const AskingApplication = named(
  'AskingApplication',
  Type.Object({
    name: Type.String({ description: 'What it calls itself', example: 'Example agent' }),
    host: nullable(
      Type.String({
        description: 'The host that vouches for its name, and to which it returns; null if nothing does',
        example: 'agent.example',
      }),
    ),
    returnsTo: oneOf(['site', 'computer', 'app'], {
      description:
        'Whether it is a site, a program on the computer of the browser, or an app that opens a scheme of addresses',
    }),
    target: Type.String({
      description: 'The host of the site or program, or the scheme that the app opens',
      example: 'agent.example',
    }),
  }),
);

/** The application of an API key. */
export const KeyApplication = nullable(
  Type.Object(
    { host: Type.String({ description: 'Where it returns to', example: 'agent.example' }) },
    { description: 'The application that the key belongs to, which renews it; null for a key of your own' },
  ),
);

/**
 * What the consent page of OAuth 2.1 asks for. The endpoints for the applications themselves, which have the form of their
 * standards, are outside the API.
 */
export const oauth = {
  read: operation({
    ...ofRequest,
    id: 'readAuthorizationRequest',
    method: 'GET',
    path: '/oauth/request',
    summary: 'Read what an application asks for',
    description:
      'For the page on which a user decides about it. An application or a return address that is not known is refused with 400: ' +
      'the browser must not be sent there. With `problem`, it cannot be allowed, and `refusalUrl` tells the application so.',
    query: Type.Object({ request: Request }),
    reply: Type.Object({
      application: AskingApplication,
      rights: Type.Array(oneOf(namesOfKeyRights), {
        description: 'What it may be given, from little to much',
      }),
      problem: nullable(Type.String({ description: 'Why it cannot be allowed' })),
      refusalUrl: Type.String({ description: 'Where to send the browser if the user refuses' }),
    }),
    errors: [400, 401, 403],
  }),
  allow: operation({
    ...ofRequest,
    id: 'allowApplication',
    confirmed: true,
    method: 'POST',
    path: '/oauth/grants',
    summary: 'Let an application act for you',
    description:
      'Creates an API key for it, within these limits. The application exchanges the code in the address for the key within a ' +
      'minute, and renews it every hour; it is listed and revoked as your API keys are.',
    body: Type.Object({
      request: Request,
      rights: oneOf(namesOfKeyRights, {
        description: 'What it may do, at most what it asks for',
        example: 'work',
      }),
      expiresAt: Type.Optional(nullable(DateTimeInput('When its access ends; null for never'))),
      workspacePublicId: Type.Optional(
        nullable(
          PublicId('The only workspace it gets access to, of which you must be a member; null for all'),
        ),
      ),
      boardPublicIds: Type.Optional(
        nullable(
          Type.Array(PublicId('A board of the workspace that you can see'), {
            minItems: 1,
            maxItems: caps.boardsOfKey,
            description: 'The only boards it gets access to, with `workspacePublicId`; null for all',
          }),
        ),
      ),
    }),
    reply: Type.Object({
      url: ShownOnce('Where to send the browser: back to the application, with a code'),
    }),
    errors: [400, 401, 403, 409],
  }),
};
