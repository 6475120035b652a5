import { Type } from 'typebox';
import { operation } from './operation.ts';
import { named, nullable } from './schema.ts';

/** What a person sets for themselves, and nobody else sees. */

const preferences = {
  timeZone: nullable(
    Type.String({
      description: 'Time zone, by its name in the IANA database; null counts as UTC',
      example: 'Europe/Vienna',
    }),
  ),
  locale: nullable(Type.String({ description: 'Language, as a tag of BCP 47', example: 'de-AT' })),
};

/** Of the body of `PUT /users`. */
export const preferencesInput = {
  timeZone: Type.Optional(
    nullable(
      Type.String({
        'x-trim': true,
        minLength: 1,
        maxLength: 64,
        pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
        description:
          'Time zone, by its name in the IANA database: when whole days begin and end for you; null for UTC',
        example: 'Europe/Vienna',
      }),
    ),
  ),
  locale: Type.Optional(
    nullable(
      Type.String({
        'x-trim': true,
        minLength: 2,
        maxLength: 35,
        pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$',
        description: 'Language, as a tag of BCP 47; null for none',
        example: 'de-AT',
      }),
    ),
  ),
};

/** Of its reply. */
export const preferencesGiven = {
  timeZone: Type.Optional({ ...preferences.timeZone, description: 'Only if it was given' }),
  locale: Type.Optional({ ...preferences.locale, description: 'Only if it was given' }),
};

export const readPreferences = operation({
  id: 'getPreferences',
  method: 'GET',
  path: '/users/me/preferences',
  tag: 'Accounts',
  summary: 'Read your time zone and language',
  description: '`PUT /users` sets them. A page sets the time zone of its browser where none is set.',
  reply: named('Preferences', Type.Object(preferences)),
  errors: [401, 403],
  access: 'user',
});
