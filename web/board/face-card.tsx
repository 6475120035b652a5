import { Check, ListFilter, ListX } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { me } from '../app/session.ts';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { criteria, setCriteria } from './filter.ts';
import type { OpenBoard } from './open.ts';
import { type Person, usePeople } from './people.ts';

const cardsOf = ({ store }: OpenBoard, member: string): number =>
  store.lists
    .peek()
    .flatMap((list) => store.cardsOf(list).peek())
    .filter((id) => store.peek('card', id)?.memberPublicIds.includes(member)).length;

/** The popover is open by the time its content has loaded, and had nothing to focus. */
function useFirstFocus() {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => content.current?.querySelector('button')?.focus(), []);
  return content;
}

/** Who someone is, and a filter by their cards. */
export function FaceCard({ board, person }: { board: OpenBoard; person: Person }) {
  const content = useFirstFocus();
  const { id, name, member, isHere } = person;
  const known = board.store.get('member', member ?? '').value;
  const { members } = criteria.value;
  const isChosen = member !== undefined && members.includes(member);
  return (
    <div class="account" ref={content}>
      <div class="account-who">
        <Avatar id={id} name={name} size="large" />
        <div>
          <p class="one-line">{name}</p>
          <p class="quiet">
            {id === me.value?.id
              ? t.here.you
              : isHere
                ? t.here.now
                : known?.isBot
                  ? t.here.bot
                  : known?.status === 'active'
                    ? t.here.notNow
                    : t.here.onlyFromImport}
          </p>
        </div>
      </div>
      {member !== undefined && (
        <button
          class="line"
          type="button"
          onClick={() => {
            setCriteria({ members: isChosen ? members.filter((each) => each !== member) : [member] });
            content.current?.closest<HTMLElement>('[popover]')?.hidePopover();
          }}
        >
          <Icon of={isChosen ? ListX : ListFilter} />
          {isChosen ? t.here.noFilter : t.here.theirCards}
          <span class="value">{t.filter.count(cardsOf(board, member))}</span>
        </button>
      )}
    </div>
  );
}

/** All people of the board; each is a filter by their cards. */
export function AllFaces({ board }: { board: OpenBoard }) {
  const content = useFirstFocus();
  const people = usePeople(board);
  const { members } = criteria.value;
  return (
    <div class="account" ref={content}>
      {people.map(({ id, name, member = '', isHere }) => {
        const isChosen = members.includes(member);
        return (
          <button
            key={id}
            class="line"
            type="button"
            aria-pressed={isChosen}
            disabled={member === ''}
            onClick={() =>
              setCriteria({
                members: isChosen ? members.filter((each) => each !== member) : [...members, member],
              })
            }
          >
            <span aria-hidden="true">
              <Avatar id={id} name={name} size="small" does={isHere ? name : undefined} />
            </span>
            <span class="one-line">{name}</span>
            <span class="value">
              {isHere && t.here.now}
              {isChosen && <Icon of={Check} />}
            </span>
          </button>
        );
      })}
    </div>
  );
}
