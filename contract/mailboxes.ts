import { Type } from 'typebox';
import { operation } from './operation.ts';
import { named, nullable, PublicId, Success } from './schema.ts';

const params = Type.Object({ boardPublicId: PublicId('The board') });

const Mailbox = named(
  'Mailbox',
  Type.Object({
    isAvailable: Type.Boolean({ description: 'Whether this installation takes mails (`INBOUND_MAIL`)' }),
    address: nullable(
      Type.String({
        description: 'The address; null if there is none, or no mails are taken. Keep it to yourself',
        example: 'board+…@in.example.com',
      }),
    ),
    listPublicId: nullable(PublicId('The list in which cards are made; null for the first one')),
  }),
);

const of = { path: '/boards/{boardPublicId}/mailbox', tag: 'Mail', params, access: 'session' } as const;

export const mailboxes = {
  get: operation({
    ...of,
    id: 'getBoardMailbox',
    method: 'GET',
    summary: 'Look up your mail address of a board',
    reply: Mailbox,
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...of,
    id: 'createBoardMailbox',
    method: 'POST',
    summary: 'Create a mail address of a board',
    description:
      'What you send there becomes a card of the first list, with your permissions: the subject is its title, the text its ' +
      'description, files are attached. It takes only mails from the verified address of your account. A new one replaces ' +
      'the previous one. Resetting your password, changing it with `revokeApiKeys`, or proving your address for the first time ' +
      'switches it off. Your security log says when it was created and switched off. Requires `card:create`.',
    reply: Mailbox,
    confirmed: true,
    errors: [400, 401, 403, 404, 409],
  }),
  update: operation({
    ...of,
    id: 'updateBoardMailbox',
    method: 'PUT',
    summary: 'Choose the list for mails to your address of a board',
    description:
      'From now on, mails become cards of this list, as long as it is on the board and not archived; otherwise of the first ' +
      'one. The address stays as it is, and a new one keeps the list. Requires `card:create`.',
    body: Type.Object({
      listPublicId: nullable(PublicId('A list of the board; null for the first one, whichever that is')),
    }),
    reply: Mailbox,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...of,
    id: 'deleteBoardMailbox',
    method: 'DELETE',
    summary: 'Switch off your mail address of a board',
    description: 'From now on, mails to it are refused. If there is none, there is nothing to do.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
