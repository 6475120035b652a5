import type { ComponentChildren, VNode } from 'preact';
import { holdsOf, turnLabel, turnMember } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { Avatar } from '../ui/avatar.tsx';

/* What is chosen for cards: the same on the page of a card, and beside one or several on the board. */

export interface Choice {
  id: string;
  text: string;
  /** It alone, as where it has been chosen. */
  chip: VNode;
  /** As it stands among the others. */
  shown: ComponentChildren;
  held: 'all' | 'some' | 'none';
}

export interface Property {
  name: string;
  /** Instead of choices, where there are none. */
  nothing?: string;
  choices: (board: OpenBoard, cards: readonly string[]) => Choice[];
  /** Gives it to all of the cards, or takes it from them where all have it. */
  turn: (board: OpenBoard, cards: readonly string[], id: string) => void;
}

const cardsOf = ({ store }: OpenBoard, ids: readonly string[]) =>
  ids.flatMap((id) => store.get('card', id).value ?? []);

export const labelsOfCards: Property = {
  name: t.card.labels,
  nothing: t.card.noLabels,
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
  name: t.card.members,
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

/** When something is due that is due on a day: at the end of work. */
export const dueTime = '17:00';

/** A day from now, at that time. */
function inDays(days: number): Date {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(Number.parseInt(dueTime, 10), 0, 0, 0);
  return date;
}

/** When something is often due. */
export const oftenDue: readonly { text: string; at: () => Date }[] = [
  { text: t.card.today, at: () => inDays(0) },
  { text: t.card.tomorrow, at: () => inDays(1) },
  // The Monday to come.
  { text: t.card.nextWeek, at: () => inDays((8 - new Date().getDay()) % 7 || 7) },
];

/** As fields of date and time take it: in the viewer's zone. Nothing where there is no date. */
export function localTime(dueDate: string | null): string {
  if (!dueDate) return '';
  const date = new Date(dueDate);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
