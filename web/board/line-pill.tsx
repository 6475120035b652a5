import { useComputed } from '@preact/signals';
import { CloudOff, CloudUpload } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { lineTexts as texts } from '../messages/card.ts';
import type { Follower } from '../sync/follow.ts';
import type { Outbox } from '../sync/outbox.ts';
import { Icon } from '../ui/icon.tsx';
import { announce } from './announce.ts';

export interface LinePillProps {
  board: { outbox: Outbox; follower: Follower; tryNow: () => void };
  /** Whether it also announces what happens to the line; one of those on the page does. */
  isNews?: boolean;
}

/** The state of the line, if it is worth a word; pressing it tries again at once. */
export function LinePill({ board, isNews }: LinePillProps) {
  const { outbox, follower, tryNow } = board;
  const { count } = outbox.late.value;
  const isDown = follower.isCut.value || (count > 0 && outbox.offline.value);
  const isUnsafe = outbox.unkept.value;
  const parts = [isDown ? texts.offline : '', count > 0 ? texts.waiting(count) : ''];
  const text = [...parts, isUnsafe ? texts.onlyHere : ''].filter(Boolean).join(' · ');
  const hint = isUnsafe ? texts.onlyHereHint : isDown ? texts.offlineHint : texts.waitingHint;
  return (
    <>
      {isNews && <News board={board} />}
      {(isDown || count > 0) && (
        <button
          class="pill bar-pill warning line-pill"
          type="button"
          aria-label={text}
          title={`${hint} ${texts.tryNow}`}
          onClick={tryNow}
        >
          <Icon of={isDown ? CloudOff : CloudUpload} size={14} />
          <span class="in-full">{text}</span>
          {count > 0 && <span class="in-short">{count}</span>}
        </button>
      )}
    </>
  );
}

/** Announces once that the line is down or changes wait, and once that this is over. */
function News({ board: { outbox, follower } }: Pick<LinePillProps, 'board'>) {
  const isDown = follower.isCut.value;
  const isLate = useComputed(() => outbox.late.value.count > 0).value;
  const isTrouble = isDown || isLate;
  const was = useRef(false);
  useEffect(() => {
    if (isTrouble) announce(isDown ? texts.offlineHint : texts.waitingHint);
    else if (was.current) announce(texts.over);
    was.current = isTrouble;
  }, [isTrouble]);
  useEffect(() => {
    // The browser may otherwise delete what is stored when it runs out of room. Some of them ask the user.
    if (isLate) void navigator.storage?.persist?.();
  }, [isLate]);
  return null;
}
