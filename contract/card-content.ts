import { Type } from 'typebox';
import { CardContent } from './card-shapes.ts';
import { operation } from './operation.ts';
import { Edited, Passage, PublicId } from './schema.ts';

export const cardParams = Type.Object({ cardPublicId: PublicId('The card') });

/** The contents of a card, and collaborative editing of its description. */
export const cardContent = {
  content: operation({
    id: 'getCardContent',
    method: 'GET',
    path: '/cards/{cardPublicId}/content',
    tag: 'Cards',
    summary: 'Read what is on a card',
    description:
      'What the card has and where it is, without its activities and without the labels, lists and people of its board; and ' +
      'whether it is archived.',
    params: cardParams,
    reply: CardContent,
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  editDescription: operation({
    id: 'editDescription',
    method: 'POST',
    path: '/cards/{cardPublicId}/description/edit',
    tag: 'Cards',
    summary: 'Replace a passage of a description',
    description: 'Leaves the rest of the text as it is, even if others have changed it.',
    params: cardParams,
    body: Passage,
    reply: Edited,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
};
