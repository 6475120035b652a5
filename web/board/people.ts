import { useComputed } from '@preact/signals';
import type { OpenBoard } from './open.ts';

export interface Person {
  /** Undefined for viewers who are not members of the workspace. */
  member: string | undefined;
  /** The id of the account. */
  id: string;
  name: string;
  isHere: boolean;
}

/**
 * The members of the board, and its viewers. Those who do not take part, such as people known only from an import, are
 * among them only while they are on a card.
 */
export function usePeople({ store, presence }: OpenBoard): readonly Person[] {
  const isAway = (id: string) => store.get('member', id).value?.status !== 'active';
  const onCards = useComputed(() => (store.members.value.some(isAway) ? membersOnCards(store) : '')).value;
  const viewers = presence.viewers.value;
  const isHere = (id: string) => viewers.some((each) => each.id === id);
  const members = store.members.value.flatMap((member) => {
    const user = store.get('member', member).value?.user;
    if (!user || (isAway(member) && !onCards.includes(member))) return [];
    return [{ member, id: user.id, name: user.name ?? '', isHere: isHere(user.id) }];
  });
  const guests = viewers.filter(({ id }) => members.every((each) => each.id !== id));
  return [...members, ...guests.map(({ id, name }) => ({ member: undefined, id, name, isHere: true }))];
}

/** The ids of members who are on cards, as one text: it is the same text while they are the same. */
function membersOnCards(store: OpenBoard['store']): string {
  const ids = new Set<string>();
  for (const list of store.lists.value) {
    void store.changesIn(list).value;
    for (const id of store.cardsOf(list).value)
      for (const member of store.peek('card', id)?.memberPublicIds ?? []) ids.add(member);
  }
  return [...ids].sort().join(' ');
}
