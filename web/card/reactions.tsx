import { SmilePlus } from 'lucide';
import { useId, useRef, useState } from 'preact/hooks';
import { commonEmoji, emojiOf, longestEmoji } from '../../contract/emoji.ts';
import { may } from '../board/may.ts';
import { cardTexts } from '../messages/card.ts';
import { Icon } from '../ui/icon.tsx';
import '../ui/popover.css';
import { turnReaction } from './commands.ts';
import type { Entry, Reaction } from './history.ts';
import { type CardPart, perform } from './part.ts';

interface ReactionsProps extends CardPart {
  comment: NonNullable<Entry['comment']>;
}

/** The reactions to a comment, each a button that joins in or takes back, and a picker for another. */
export function Reactions({ comment: { publicId, reactions }, ...part }: ReactionsProps) {
  const isAllowed = may(part.board, 'comment:create');
  const turn = ({ emoji, own }: Pick<Reaction, 'emoji' | 'own'>) =>
    perform(part.board, turnReaction(part, publicId, emoji, !own));
  if (!isAllowed && reactions.length === 0) return null;
  return (
    <div class="reactions">
      {reactions.map((each) => (
        <button
          key={each.emoji}
          class="button plain small"
          type="button"
          disabled={!isAllowed}
          aria-pressed={each.own}
          aria-label={cardTexts.reacted(each.emoji, each.count)}
          onClick={() => turn(each)}
        >
          {each.emoji} {each.count}
        </button>
      ))}
      {isAllowed && (
        <Picker
          choose={(emoji) => {
            // To choose one that is there is to join in, not to take back.
            if (!reactions.some((each) => each.emoji === emoji && each.own)) turn({ emoji, own: false });
          }}
        />
      )}
    </div>
  );
}

function Picker({ choose }: { choose: (emoji: string) => void }) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const take = (emoji: string) => {
    popover.current?.hidePopover();
    setText('');
    setWrong(false);
    choose(emoji);
  };
  return (
    <>
      <button
        class="button plain small icon-only"
        type="button"
        aria-label={cardTexts.react}
        title={cardTexts.react}
        popovertarget={id}
        style={{ anchorName: `--${id}` }}
      >
        <Icon of={SmilePlus} />
      </button>
      <div id={id} ref={popover} class="popover emoji" popover="auto" style={{ positionAnchor: `--${id}` }}>
        <div class="row wrap">
          {commonEmoji.map((emoji) => (
            <button key={emoji} class="button plain icon-only" type="button" onClick={() => take(emoji)}>
              {emoji}
            </button>
          ))}
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const emoji = emojiOf(text.trim());
            if (emoji === undefined) setWrong(true);
            else take(emoji);
          }}
        >
          <input
            class="input"
            value={text}
            maxLength={longestEmoji}
            placeholder={cardTexts.anyEmoji}
            aria-label={cardTexts.anyEmoji}
            aria-invalid={isWrong}
            onInput={({ currentTarget: { value } }) => {
              setText(value);
              setWrong(false);
            }}
          />
          {isWrong && (
            <p class="problem" role="alert">
              {cardTexts.notEmoji}
            </p>
          )}
        </form>
      </div>
    </>
  );
}
