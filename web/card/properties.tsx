import type { ComponentChildren, VNode } from 'preact';
import { holdsOf, turnLabel, turnMember } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts } from '../messages/card.ts';
import { Avatar } from '../ui/avatar.tsx';

/* The properties of cards that are chosen from a list: on a card's page, and for one or several cards on the board. */

export interface Choice {
  id: string;
  text: string;
  /** The option alone, as a chosen one is shown. */
  chip: VNode;
  /** The option in the list. */
  shown: ComponentChildren;
  held: 'all' | 'some' | 'none';
}

export interface Property {
  name: string;
  /** Shown if there are no options. */
  nothing?: string;
  choices: (board: OpenBoard, cards: readonly string[]) => Choice[];
  /** Sets it on all of the cards, or removes it if all have it. */
  turn: (board: OpenBoard, cards: readonly string[], id: string) => void;
}

const cardsOf = ({ store }: OpenBoard, ids: readonly string[]) =>
  ids.flatMap((id) => store.get('card', id).value ?? []);

export const labelsOfCards: Property = {
  name: cardTexts.labels,
  nothing: cardTexts.noLabels,
  choices(board, ids) {
    const { store } = board;
    const cards = cardsOf(board, ids);
    const labels = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
    return labels.map(({ publicId, name, colourCode }) => {
      const chip = (
        <span key={publicId} class="label" style={{ '--colour': colourCode }}>
          {name}
        </span>
      );
      return {
        id: publicId,
        text: name,
        chip,
        shown: chip,
        held: holdsOf(cards, 'labelPublicIds', publicId),
      };
    });
  },
  turn: turnLabel,
};

export const membersOfCards: Property = {
  name: cardTexts.members,
  choices(board, ids) {
    const { store } = board;
    const cards = cardsOf(board, ids);
    return store.members.value.flatMap((id) => {
      const member = store.get('member', id).value;
      if (!member?.user || member.status !== 'active') return [];
      const text = member.user.name ?? '';
      const chip = <Avatar key={id} id={member.user.id} name={text} />;
      const shown = (
        <>
          {chip} <span>{text}</span>
        </>
      );
      return { id, text, chip, shown, held: holdsOf(cards, 'memberPublicIds', id) };
    });
  },
  turn: turnMember,
};

/** The time of day for a due date chosen without one: the end of a working day. */
export const dueTime = '17:00';

/** The date in a number of days, at that time. */
function inDays(days: number): Date {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(Number.parseInt(dueTime, 10), 0, 0, 0);
  return date;
}

/** Common due dates. */
export const oftenDue: readonly { text: string; at: () => Date }[] = [
  { text: cardTexts.today, at: () => inDays(0) },
  { text: cardTexts.tomorrow, at: () => inDays(1) },
  // Next Monday.
  { text: cardTexts.nextWeek, at: () => inDays((8 - new Date().getDay()) % 7 || 7) },
];

/** The values of date and time fields, in the user's time zone; empty without a date. */
export function localTime(dueDate: string | null): string {
  if (!dueDate) return '';
  const date = new Date(dueDate);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
