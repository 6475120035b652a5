import { Type } from 'typebox';
import { operation } from './operation.ts';
import { nullable, oneOf, PublicId, ShownOnce, Success, Timestamp } from './schema.ts';

const boardParams = Type.Object({ boardPublicId: PublicId('The board') });

export const calendars = {
  get: operation({
    id: 'getBoardCalendar',
    method: 'GET',
    path: '/boards/{boardPublicId}/calendar',
    tag: 'Calendars',
    summary: 'Look whether you have a calendar address of a board',
    description: 'The address itself is shown only when it is created.',
    params: boardParams,
    reply: Type.Object({
      isActive: Type.Boolean({ description: 'Whether there is one' }),
      createdAt: nullable(Timestamp('When it was created; null if there is none')),
    }),
    errors: [400, 401, 403, 404],
    access: 'session',
  }),
  create: operation({
    id: 'createBoardCalendar',
    method: 'POST',
    path: '/boards/{boardPublicId}/calendar',
    tag: 'Calendars',
    summary: 'Create a calendar address of a board',
    description:
      'An address for calendar programs, which shows the due dates of the board as you may see them. It needs no ' +
      'credential, so keep it to yourself. A new one replaces the previous one. Resetting your password, changing it ' +
      'with `revokeApiKeys`, or proving your address for the first time revokes it. Your security log says when it ' +
      'was created and revoked. Requires `card:view`.',
    params: boardParams,
    reply: Type.Object({
      url: ShownOnce('The address', {
        example: 'https://tasks.example.com/api/v1/calendars/tbf_…/cards.ics',
      }),
      createdAt: Timestamp('When it was created'),
    }),
    confirmed: true,
    errors: [400, 401, 403, 404, 409],
    access: 'session',
  }),
  delete: operation({
    id: 'deleteBoardCalendar',
    method: 'DELETE',
    path: '/boards/{boardPublicId}/calendar',
    tag: 'Calendars',
    summary: 'Revoke your calendar address of a board',
    description: 'From now on, the address answers 404. If there is none, there is nothing to do.',
    params: boardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'session',
  }),
  feed: operation({
    id: 'readBoardCalendar',
    method: 'GET',
    path: '/calendars/{calendarToken}/cards.ics',
    tag: 'Calendars',
    summary: 'Read a board as a calendar',
    description:
      'The live cards of the board that are due, or were in the last 90 days, as iCalendar (RFC 5545): at most 1000, ' +
      'the earliest first. A whole day is an event of that day, a time one of a moment; what is not done has an alarm a day ' +
      'ahead, and what is done a mark before its title. As tasks they have their status instead, and their start. Carries an `ETag`. If whom the address was made for may not see the cards any more, it is not found.',
    params: Type.Object({
      calendarToken: Type.String({ minLength: 1, maxLength: 100, description: 'The secret in the address' }),
    }),
    query: Type.Object({
      as: Type.Optional(
        oneOf(['events', 'tasks'], {
          description: '`tasks` for programs that keep lists of what is to be done; otherwise events',
        }),
      ),
    }),
    reply: Type.String(),
    produces: 'text/calendar',
    errors: [400, 404],
    access: 'none',
  }),
};
