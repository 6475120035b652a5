import { signal } from '@preact/signals';
import { X } from 'lucide';
import { useEffect } from 'preact/hooks';
import { everyMention } from '../../contract/mentions.ts';
import { cardTexts } from '../messages/card.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { Entry } from './history.ts';

/* The comment that the user answers with the one they write. */

interface Answered {
  card: string;
  publicId: string;
  who: string;
  line: string;
}

export const answering = signal<Answered | undefined>(undefined);

/** The beginning of a comment, in one line and without marks. */
export const lineOf = (text: string): string =>
  text
    .replace(everyMention, '@$1')
    .replace(/[*_`#>~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
    .toWellFormed();

/** Opens the field for a new comment as an answer. */
export function answer(
  card: string,
  { user }: Entry,
  { publicId, comment }: NonNullable<Entry['comment']>,
): void {
  answering.value = { card, publicId, who: user.name ?? cardTexts.someone, line: lineOf(comment) };
}

/** The comment on this card that is to be answered; opens the field for it. */
export function useAnswered(card: string, open: () => void): Answered | undefined {
  const answered = answering.value?.card === card ? answering.value : undefined;
  useEffect(() => {
    if (answered) open();
  }, [answered]);
  return answered;
}

export const Answering = ({ to: { who, line } }: { to: Answered }) => (
  <p class="row quiet">
    <span class="one-line">
      {cardTexts.answers(who)} {line}
    </span>
    <IconButton icon={X} name={cardTexts.noAnswer} run={() => (answering.value = undefined)} />
  </p>
);
