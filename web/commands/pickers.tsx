import type { ComponentType } from 'preact';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { CoverPicks } from '../card/cover-picks.tsx';
import { DatePicks } from '../card/date-picks.tsx';
import { LabelPicks, MemberPicks, type PicksProps } from '../card/picks.tsx';
import { cardTexts, lookTexts } from '../messages/card.ts';
import type { Place } from '../ui/placed.tsx';
import { Placed } from '../ui/placed.tsx';

/* Pickers for one or several cards, opened by key next to a card. */

interface PickerProps {
  board: OpenBoard;
  cards: readonly string[];
  at: Place;
}

const beside =
  (label: string, Picks: ComponentType<PicksProps>) =>
  ({ board, cards, at }: PickerProps) => (
    <Placed at={at} label={label} class="picker" close={closeOverlay}>
      <Picks board={board} cards={cards} close={closeOverlay} />
    </Placed>
  );

export const LabelPicker = beside(cardTexts.labels, LabelPicks);
export const MemberPicker = beside(cardTexts.members, MemberPicks);
export const CoverPicker = beside(lookTexts.cover, CoverPicks);
export const DatePicker = beside(cardTexts.due, DatePicks);
