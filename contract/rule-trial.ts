import { Type } from 'typebox';
import { Count, Id, named, nullable } from './schema.ts';

/* What a rule would do: the reply of a try, which changes nothing. */

/** Cards that a try counts, and those of which it says which they are. */
export const triedCards = { counted: 1000, shown: 5 };

const Tried = Type.Object({ publicId: Id, title: Type.String(), number: Type.Integer() });

export const RuleTrial = named(
  'RuleTrial',
  Type.Object({
    cards: nullable(
      Count(
        'How many cards pass its filter now: of the one that is given, 0 or 1; otherwise of the open ones of the board. Null if it ' +
          'runs without a card',
      ),
    ),
    isMore: Type.Boolean({ description: 'Whether more may pass: not all cards were counted' }),
    first: Type.Array(Tried, { description: `The first of them, at most ${triedCards.shown}` }),
    ran: Type.Boolean({
      description:
        'Whether its actions were tried: on the first of the cards, or without one; not if none passes',
    }),
    does: Type.Array(Type.String({ example: 'card.updated.list' }), {
      description: 'The events of what its actions would change there, in order; empty if all is so already',
    }),
    notifies: Count('How many people its actions would notify'),
    sends: Count('How many times they would send to webhooks'),
    error: nullable(
      Type.String({ description: 'Why it would fail', example: 'body/listPublicId was not found' }),
    ),
  }),
);
