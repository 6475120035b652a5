import type { IconNode } from 'lucide';
import { AlignLeft, CalendarClock, MessageSquare, Paperclip, SquareCheck } from 'lucide';
import { t } from '../messages/en.ts';
import type { Things } from '../sync/mutation.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { dueText, urgencyOf } from './due.ts';
import type { OpenBoard } from './open.ts';

/** A card on the board. */
export function CardTile({ board, id, isLifted }: { board: OpenBoard; id: string; isLifted?: boolean }) {
  const card = board.store.get('card', id).value;
  if (!card) return null;
  return (
    <li class="card" data-card={id} hidden={isLifted}>
      <Labels board={board} ids={card.labelPublicIds} />
      <a class="card-title" href={`/c/${id}`} draggable={false}>
        {card.title}
      </a>
      <Badges board={board} card={card} />
    </li>
  );
}

function Labels({ board, ids }: { board: OpenBoard; ids: readonly string[] }) {
  const labels = ids.flatMap((id) => board.store.get('label', id).value ?? []);
  if (labels.length === 0) return null;
  return (
    <ul class="labels">
      {labels.map(({ publicId, name, colourCode }) => (
        <li key={publicId} class="label" style={{ '--colour': colourCode }}>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Badges({ board, card }: { board: OpenBoard; card: Things['card'] }) {
  const people = card.memberPublicIds.flatMap((id) => board.store.get('member', id).value ?? []);
  const { dueDate, hasDescription, commentCount, attachmentCount, itemCount, completedItemCount } = card;
  if (!dueDate && !hasDescription && commentCount + attachmentCount + itemCount + people.length === 0)
    return null;
  return (
    <div class="badges">
      {dueDate && (
        <span class={`badge due ${urgencyOf(dueDate, new Date())}`}>
          <Icon of={CalendarClock} size={14} /> <span class="unseen">{t.board.due}</span> {dueText(dueDate)}
        </span>
      )}
      {hasDescription && <Badge icon={AlignLeft} name={t.board.description} />}
      {commentCount > 0 && (
        <Badge icon={MessageSquare} name={t.board.comments(commentCount)} text={String(commentCount)} />
      )}
      {attachmentCount > 0 && (
        <Badge icon={Paperclip} name={t.board.attachments(attachmentCount)} text={String(attachmentCount)} />
      )}
      {itemCount > 0 && (
        <Badge
          icon={SquareCheck}
          name={t.board.items(completedItemCount, itemCount)}
          text={`${completedItemCount}/${itemCount}`}
          isDone={completedItemCount === itemCount}
        />
      )}
      <span class="people">
        {people.map(({ publicId, user }) => (
          <Avatar key={publicId} id={user?.id ?? publicId} name={user?.name ?? ''} />
        ))}
      </span>
    </div>
  );
}

const Badge = ({
  icon,
  name,
  text,
  isDone,
}: {
  icon: IconNode;
  name: string;
  text?: string;
  isDone?: boolean;
}) => (
  <span class={isDone ? 'badge done' : 'badge'} title={name}>
    <Icon of={icon} size={14} />
    <span class="unseen">{name}</span>
    {text && <span aria-hidden="true">{text}</span>}
  </span>
);
