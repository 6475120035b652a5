import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Cover } from '../../contract/cover.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { server } from '../app/session.ts';
import { colourTexts, lookTexts as texts } from '../messages/card.ts';
import { isSameValue, valueOf } from '../sync/card-values.ts';
import { type Choosable, Choose } from '../ui/choose.tsx';
import { Hues } from './hues.tsx';
import { type Card, cardsOn, changeCards } from './on-cards.ts';
import type { PicksProps } from './picks.tsx';
import './picker.css';

type Picture = ReplyOf<typeof routes.attachments.list>[number];

/** The pictures of a card that have a small version; none without a connection. */
function usePictures(cardPublicId: string | undefined): readonly Picture[] {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  useEffect(() => {
    if (cardPublicId === undefined) return undefined;
    const off = new AbortController();
    server
      .ask(routes.attachments.list, { params: { cardPublicId } }, { signal: off.signal })
      .then(({ reply }) => setPictures(reply.filter(({ preview }) => preview)))
      .catch(() => {});
    return () => off.abort();
  }, [cardPublicId]);
  return pictures;
}

/** The cover of a card in words; undefined for none. */
export function coverOf(card: Card): VNode | string | undefined {
  const { colour, newest } = (valueOf(card, 'cover') ?? {}) as Cover;
  if (colour === undefined)
    return newest
      ? card.cover
        ? texts.newestPicture
        : undefined
      : card.coverChoice
        ? texts.picture
        : undefined;
  return (
    <span class="label" style={{ '--colour': colour }}>
      {colourTexts[colour] ?? texts.ownColour}
    </span>
  );
}

/** The cover of one or several cards: a color, a picture of the card, or nothing. What is chosen is stored at once. */
export function CoverPicks({ board, cards }: PicksProps) {
  const pictures = usePictures(cards.length === 1 ? cards[0] : undefined);
  const values = cardsOn(board, cards).map((card) => valueOf(card, 'cover'));
  const held = (cover: Cover | null): Choosable['held'] => {
    const having = values.filter((each) => isSameValue(each, cover)).length;
    return having === 0 ? 'none' : having === values.length ? 'all' : 'some';
  };
  const choose = (cover: Cover | null) =>
    changeCards(board, cards, (card) => (isSameValue(valueOf(card, 'cover'), cover) ? undefined : { cover }));
  const option = (id: string, text: string, cover: Cover | null): Choosable & { cover: Cover | null } => ({
    id,
    text,
    shown: (
      <span class="one-line" dir="auto">
        {text}
      </span>
    ),
    held: held(cover),
    cover,
  });
  const options = [
    option('newest', texts.newestPicture, { newest: true }),
    option('none', texts.noCover, null),
    ...pictures.map(({ publicId, originalFilename }) =>
      option(publicId, originalFilename, { attachmentPublicId: publicId }),
    ),
  ];
  return (
    <>
      <Choose
        label={texts.findCover}
        options={options}
        turn={(id) => choose(options.find((each) => each.id === id)?.cover ?? null)}
        isSingle
      />
      <Hues
        label={texts.coverColour}
        isChosen={(colour) => held({ colour }) === 'all'}
        choose={(colour) => choose({ colour })}
      />
    </>
  );
}
