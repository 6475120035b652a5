import type { IconNode } from 'lucide';
import { CalendarClock, Tag, UserPlus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { editCard } from '../board/commands.ts';
import { dueText, urgencyOf } from '../board/due.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/en.ts';
import type { Things } from '../sync/mutation.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';

interface PickerProps {
  board: OpenBoard;
  card: Things['card'];
}

const turned = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];

/** A button that shows what is chosen, and below it what there is to choose from. */
function Picker({
  icon,
  name,
  shown,
  children,
}: {
  icon: IconNode;
  name: string;
  shown: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <>
      <button class="button fact" type="button" popovertarget={id} style={{ anchorName: `--${id}` }}>
        {shown ? (
          <>
            <span class="unseen">{name}:</span>
            {shown}
          </>
        ) : (
          <>
            <Icon of={icon} /> {name}
          </>
        )}
      </button>
      <div id={id} class="menu picker" popover="auto" style={{ positionAnchor: `--${id}` }}>
        <h3>{name}</h3>
        {children}
      </div>
    </>
  );
}

export function LabelPicker({ board, card }: PickerProps) {
  const { store } = board;
  const labels = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  const chosen = labels.filter(({ publicId }) => card.labelPublicIds.includes(publicId));
  const turn = (id: string) =>
    board.do(editCard(store, card.publicId, { labelPublicIds: turned(card.labelPublicIds, id) }));
  return (
    <Picker
      icon={Tag}
      name={t.card.labels}
      shown={
        chosen.length > 0
          ? chosen.map(({ publicId, name, colourCode }) => (
              <span key={publicId} class="label" style={{ '--colour': colourCode }}>
                {name}
              </span>
            ))
          : undefined
      }
    >
      {labels.map(({ publicId, name, colourCode }) => (
        <label key={publicId} class="choice">
          <input
            type="checkbox"
            checked={card.labelPublicIds.includes(publicId)}
            onChange={() => turn(publicId)}
          />
          <span class="label" style={{ '--colour': colourCode }}>
            {name}
          </span>
        </label>
      ))}
      {labels.length === 0 && <p class="quiet">{t.card.noLabels}</p>}
    </Picker>
  );
}

export function MemberPicker({ board, card }: PickerProps) {
  const { store } = board;
  const members = store.members.value.flatMap((id) => {
    const member = store.get('member', id).value;
    return member?.user && member.status === 'active' ? [{ id, user: member.user }] : [];
  });
  const chosen = members.filter(({ id }) => card.memberPublicIds.includes(id));
  const turn = (id: string) =>
    board.do(editCard(store, card.publicId, { memberPublicIds: turned(card.memberPublicIds, id) }));
  return (
    <Picker
      icon={UserPlus}
      name={t.card.members}
      shown={
        chosen.length > 0 ? (
          <span class="people">
            {chosen.map(({ user }) => (
              <Avatar key={user.id} id={user.id} name={user.name ?? ''} />
            ))}
          </span>
        ) : undefined
      }
    >
      {members.map(({ id, user }) => (
        <label key={id} class="choice">
          <input type="checkbox" checked={card.memberPublicIds.includes(id)} onChange={() => turn(id)} />
          <Avatar id={user.id} name={user.name ?? ''} /> {user.name}
        </label>
      ))}
    </Picker>
  );
}

export function DueDate({ board, card }: PickerProps) {
  const { dueDate } = card;
  const set = (to: string | null) => board.do(editCard(board.store, card.publicId, { dueDate: to }));
  return (
    <Picker
      icon={CalendarClock}
      name={t.card.due}
      shown={
        dueDate ? (
          <span class={`badge due ${urgencyOf(dueDate, new Date())}`}>
            <Icon of={CalendarClock} size={14} /> {dueText(dueDate)}
          </span>
        ) : undefined
      }
    >
      <input
        class="input"
        type="datetime-local"
        aria-label={t.card.due}
        value={dueDate ? localTime(new Date(dueDate)) : ''}
        onChange={({ currentTarget: { value } }) => set(value ? new Date(value).toISOString() : null)}
      />
      {dueDate && (
        <button type="button" onClick={() => set(null)}>
          {t.card.noDue}
        </button>
      )}
    </Picker>
  );
}

/** As a field of date and time takes it: in the viewer's zone. */
const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
