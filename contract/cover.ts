import { type Static, Type } from 'typebox';
import { Colour, Count, Id, nullable, PublicId } from './schema.ts';

/** What somebody has chosen as the cover of a card; the first of these counts. */
export const Cover = Type.Object(
  {
    colour: Type.Optional(Colour),
    attachmentPublicId: Type.Optional(PublicId('A picture on the card')),
    newest: Type.Optional(
      Type.Boolean({
        description:
          '`true` for the newest picture on the card that has a small version, as on every new card',
      }),
    ),
  },
  { minProperties: 1, description: 'What its tile begins with: a picture or a colour; null for neither' },
);

export type Cover = Static<typeof Cover>;

/** A cover as tiles show it. */
export const ShownCover = nullable(
  Type.Object(
    {
      attachmentPublicId: Type.Optional(Id),
      width: Type.Optional(Count('Width of the picture in pixels')),
      height: Type.Optional(Count('Height of the picture in pixels')),
      colour: Type.Optional(Colour),
    },
    {
      description:
        'A picture, with its measures, or a colour: the one that was chosen, or else the newest picture on the card that has a small version',
    },
  ),
);
