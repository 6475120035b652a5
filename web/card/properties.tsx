import type { VNode } from 'preact';
import { me } from '../app/session.ts';
import { holdsOf } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts } from '../messages/card.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Choosable } from '../ui/choose.tsx';

/* What can be chosen for cards from a list: on a card's page, and for one or several cards on the board. */

export interface Choice extends Choosable {
  /** The option alone, as a chosen one is shown. */
  chip: VNode;
}

const cardsOf = ({ store }: OpenBoard, ids: readonly string[]) =>
  ids.flatMap((id) => store.get('card', id).value ?? []);

export function labelsFor(board: OpenBoard, ids: readonly string[]): Choice[] {
  const { store } = board;
  const cards = cardsOf(board, ids);
  const labels = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  return labels.map(({ publicId: id, name: text, colourCode }) => {
    const chip = (
      <span key={id} class="label" style={{ '--colour': colourCode }}>
        {text}
      </span>
    );
    return { id, text, chip, shown: chip, held: holdsOf(cards, 'labelPublicIds', id) };
  });
}

/** All who can be put on cards, and all who are on these. */
export function membersFor(board: OpenBoard, ids: readonly string[]): Choice[] {
  const cards = cardsOf(board, ids);
  return peopleFor(board, (id) => holdsOf(cards, 'memberPublicIds', id));
}

/** All who can be chosen, and all who are, also if they are paused or have no account yet. */
export function peopleFor({ store }: OpenBoard, heldBy: (id: string) => Choice['held']): Choice[] {
  return store.members.value.flatMap((id): Choice[] => {
    const member = store.get('member', id).value;
    const held = heldBy(id);
    if (!member || (member.status !== 'active' && held === 'none')) return [];
    const userId = member.user?.id ?? id;
    const text = member.user?.name ?? cardTexts.someone;
    const chip = <Avatar key={id} id={userId} name={text} size="small" />;
    const shown = (
      <>
        <Avatar id={userId} name={text} />
        <span class="name one-line">{text}</span>
      </>
    );
    const isMe = userId === me.value?.id;
    const note = member.status === 'active' ? isMe && cardTexts.you : cardTexts.notActive(member.status);
    return [{ id, text, chip, shown, held, note }];
  });
}
