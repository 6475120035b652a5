import { Type } from 'typebox';
import { eventTypes } from './events.ts';
import { operation } from './operation.ts';
import { Count, DateTimeInput, Id, named, nullable, oneOf, PublicId, Timestamp } from './schema.ts';

/** Undoing what was done with an API key, as one. */

/** Steps that one undo takes at most. */
export const mostUndone = 1000;

/** For how many days what was done can be undone. */
export const undoDays = 7;

const UndoStep = named(
  'UndoStep',
  Type.Object({
    type: oneOf(eventTypes, { description: 'What was done', example: 'card.updated.title' }),
    at: Timestamp('When it was done'),
    card: nullable(
      Type.Object(
        { publicId: Id, title: Type.String(), number: Type.Integer() },
        {
          description:
            'The card, as it is called now; null if it is gone, not for you to see, or there is none',
        },
      ),
    ),
    left: nullable(
      oneOf(['changed', 'gone', 'impossible', 'refused'], {
        description:
          'Why it is left as it is; null if it is undone. `changed`: it has been changed since, or the card that it made has; ' +
          '`gone`: what it changed is not there any more; `impossible`: nothing is kept of what was there before; ' +
          '`refused`: you may not, or it does not fit any more',
        example: 'changed',
      }),
    ),
    reason: nullable(
      Type.String({ description: 'Of what is refused: why', example: 'requires the permission card:delete' }),
    ),
  }),
);

export const undo = {
  session: operation({
    id: 'undoSession',
    method: 'POST',
    path: '/boards/{boardPublicId}/undo',
    tag: 'Boards',
    summary: 'Undo what an API key or a bot did',
    description:
      `Undoes what was done on the board by an API key, by a bot with any of its keys, or by an earlier undo, within a time of the last ${undoDays} days: ` +
      'the newest first, and only what is as it was left. What anybody else has changed since stays, and is named. Cards that were ' +
      'made go to the trash unless others have touched them, from where they come back whole. You need the permissions that it takes ' +
      'by hand. With `dryRun` nothing is changed. Histories say what was undone, and an undo can be undone by its id. All that was done ' +
      'under a claim is what its key did to its card since `claimedAt`; a claim that the key still has is taken back. ' +
      `At most ${mostUndone} steps: 400 if there are more.`,
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    body: Type.Object({
      apiKey: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The number of the key, as activities name it',
          example: 17,
        }),
      ),
      memberPublicId: Type.Optional(PublicId('A bot: whatever it did')),
      undoPublicId: Type.Optional(PublicId('An earlier undo')),
      cardPublicId: Type.Optional(PublicId('Only what was done to this card')),
      from: DateTimeInput('The beginning'),
      until: Type.Optional(DateTimeInput('The end; now if absent')),
      dryRun: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether to say only what would be undone' }),
      ),
    }),
    reply: named(
      'UndoResult',
      Type.Object({
        undoPublicId: nullable({ ...Id, description: 'The id of this undo; null of a dry run' }),
        name: Type.String({ description: 'Of the key or the bot', example: 'Planner' }),
        undone: Count('How many steps were undone, or would be'),
        left: Count('How many are left as they are'),
        steps: Type.Array(UndoStep, { description: 'Newest first, card by card' }),
      }),
    ),
    severalChanges: true,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
};
