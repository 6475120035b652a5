import { lazyPart } from '../app/lazy.tsx';
import { me } from '../app/session.ts';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import type { OpenBoard } from './open.ts';
import { type Person, usePeople } from './people.ts';

const FaceCard = lazyPart(() => import('./face-card.tsx').then((all) => all.FaceCard));
const AllFaces = lazyPart(() => import('./face-card.tsx').then((all) => all.AllFaces));

/** Max number of faces in the bar. */
const most = 5;

/**
 * Some faces, and the number of the others. Viewers are chosen first, but the order stays that of the members. A face
 * opens who it is; dropped on a card, it assigns the member.
 */
export function Faces({ board }: { board: OpenBoard }) {
  // The user's own face is at the end of the bar already.
  const people = usePeople(board).filter(({ id }) => id !== me.value?.id);
  const chosen = new Set([...people].sort((a, b) => Number(b.isHere) - Number(a.isHere)).slice(0, most));
  const others = people.length - chosen.size;
  return (
    <>
      {people
        .filter((each) => chosen.has(each))
        .map((each) => (
          <Face key={each.id} board={board} person={each} />
        ))}
      {others > 0 && (
        <PopoverButton
          id="all-people"
          label={t.here.everyone}
          class="face"
          face={<span class="avatar more">+{others}</span>}
        >
          <AllFaces board={board} />
        </PopoverButton>
      )}
    </>
  );
}

const Face = ({ board, person }: { board: OpenBoard; person: Person }) => (
  <PopoverButton
    id={`person-${person.id}`}
    label={person.name}
    class="face"
    drags={person.member}
    face={
      <Avatar
        id={person.id}
        name={person.name}
        does={person.isHere ? t.here.looks(person.name) : undefined}
      />
    }
  >
    <FaceCard board={board} person={person} />
  </PopoverButton>
);
