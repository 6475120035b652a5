import { signal } from '@preact/signals';
import { Pencil } from 'lucide';
import { t } from '../messages/t.ts';
import type { Viewer } from '../sync/presence.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import type { OpenBoard } from './open.ts';
import './here.css';

/** Whether this tab is visible. */
export const isSeen = signal(!document.hidden);

const look = () => {
  isSeen.value = !document.hidden;
};
document.addEventListener('visibilitychange', look);
addEventListener('pageshow', look);
addEventListener('pagehide', () => {
  isSeen.value = false;
});

/** Max number of avatars on the board's header and on a tile. */
const most = { people: 5, onTile: 2 };

/**
 * The avatars of some members and viewers, and the number of the others. Viewers are chosen first, but the order stays
 * that of the members. An avatar of a member can be dropped on a card to assign it.
 */
export function People({ board: { store, presence } }: { board: OpenBoard }) {
  const viewers = presence.viewers.value;
  const members = store.members.value.flatMap((member) => {
    const user = store.get('member', member).value?.user;
    return user ? [{ member, id: user.id, name: user.name ?? '' }] : [];
  });
  const guests = viewers.filter(({ id }) => members.every((each) => each.id !== id));
  const people = [...members, ...guests.map(({ id, name }) => ({ member: undefined, id, name }))];
  const isHere = ({ id }: { id: string }) => viewers.some((each) => each.id === id);
  const chosen = new Set(
    [...people.filter(isHere), ...people.filter((each) => !isHere(each))].slice(0, most.people),
  );
  return (
    <span class="people">
      {people
        .filter((each) => chosen.has(each))
        .map((each) => (
          <span key={each.id} data-drag-member={each.member}>
            <Avatar id={each.id} name={each.name} does={isHere(each) ? t.here.looks(each.name) : undefined} />
          </span>
        ))}
      {people.length > most.people && <span class="quiet">+{people.length - most.people}</span>}
    </span>
  );
}

/** Other viewers who have a card open, at the corner of its tile, where they take no space. */
export function OnTile({ viewers }: { viewers: readonly Viewer[] }) {
  return (
    <span class={viewers.some(({ isWriting }) => isWriting) ? 'on-tile writing' : 'on-tile'}>
      <Icon of={Pencil} size={12} />
      {viewers.slice(0, most.onTile).map(({ id, name, isWriting }) => (
        <Avatar
          key={id}
          id={id}
          name={name}
          size="small"
          does={isWriting ? t.here.writes(name) : t.here.hasOpen(name)}
        />
      ))}
      {viewers.length > most.onTile && <span>+{viewers.length - most.onTile}</span>}
    </span>
  );
}
