import { useComputed } from '@preact/signals';
import {
  AlignLeft,
  CircleCheck,
  CircleQuestionMark,
  MessageSquare,
  Paperclip,
  Repeat,
  SquareCheck,
} from 'lucide';
import type { ComponentChildren } from 'preact';
import { t } from '../messages/t.ts';
import type { Entities } from '../sync/mutation.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Later, later, useLater } from '../ui/later.tsx';
import { Badge } from './badge.tsx';
import { DueChip } from './due-chip.tsx';
import { OnTile } from './here.tsx';
import { OnItsWay } from './line.tsx';
import type { OpenBoard } from './open.ts';
import { selected } from './select.ts';
import { tabStop } from './tab-stop.ts';
import { hasBadges } from './view.ts';

interface CardTileProps {
  board: OpenBoard;
  id: string;
  isLifted?: boolean;
  /** Its position in a list that is not all in the DOM; `count` is the number of cards in it. */
  place?: number;
  count?: number;
}

/** A card's tile on the board. */
export function CardTile({ board, id, isLifted, place, count }: CardTileProps) {
  const card = board.store.get('card', id).value;
  const isSelected = useComputed(() => selected.value.has(id)).value;
  const isStop = useComputed(() => tabStop(board).value?.card === id).value;
  const viewers = board.presence.on(id).value;
  if (!card) return null;
  return (
    <li
      ref={place ? board.view.measured : null}
      class={isSelected ? 'card selected' : 'card'}
      data-card={id}
      hidden={isLifted}
      aria-posinset={place}
      aria-setsize={count}
    >
      {isSelected && <span class="unseen">{t.commands.isSelected}</span>}
      <Cover of={card.cover} />
      <Labels board={board} ids={card.labelPublicIds} />
      {!isBare(card) && !hasBadges(card) && <Beside board={board} card={card} />}
      <a
        class={card.completedAt === null ? 'card-title whole' : 'card-title whole is-done'}
        href={`/c/${id}`}
        draggable={false}
        tabIndex={isStop ? 0 : -1}
      >
        {card.completedAt !== null && <Done />}
        {card.title}
        {card.hasDescription && isBare(card) && (
          <span class="badge" title={t.board.description} aria-hidden="true">
            <Icon of={AlignLeft} size={14} />
          </span>
        )}
      </a>
      {(card.fields || card.isTemplate) && <Part of={chips} board={board} card={card} />}
      <Badges board={board} card={card} />
      <OnItsWay board={board} id={id} />
      {viewers.length > 0 && <OnTile viewers={viewers} />}
    </li>
  );
}

interface PartProps {
  board: OpenBoard;
  card: Entities['card'];
}

// Most cards have no values of fields, are no templates, are not related to others, and nobody has claimed them.
const chips = later<PartProps>(() => import('./field-chips.tsx').then((all) => all.FieldChips));
const code = later<PartProps>(() => import('./code-badge.tsx').then((all) => all.CodeBadge));
const relations = later<PartProps>(() => import('./relation-badges.tsx').then((all) => all.RelationBadges));
const claim = later<PartProps>(() => import('./claims.tsx').then((all) => all.ClaimOnTile));

function Part({ of, ...props }: PartProps & { of: Later<PartProps> }) {
  const Loaded = useLater(of, true, true, () => {});
  return Loaded ? <Loaded {...props} /> : null;
}

const Done = () => (
  <>
    <Icon of={CircleCheck} size={14} />
    <span class="unseen">{t.board.done}: </span>
  </>
);

/** Sized before the picture loads, so that nothing shifts. */
const Cover = ({ of }: { of: Entities['card']['cover'] }) =>
  of?.colour ? (
    <div class="cover" style={{ blockSize: '1.5rem', background: of.colour }} />
  ) : (
    of && (
      <img
        class="cover"
        src={`/api/v1/attachments/${of.attachmentPublicId}/preview`}
        width={of.width}
        height={of.height}
        alt=""
        loading="lazy"
        draggable={false}
      />
    )
  );

/** Max number of labels shown; a card with more shows the number of the others. */
const maxLabels = 12;

function Labels({ board, ids }: { board: OpenBoard; ids: readonly string[] }) {
  const labels = ids.flatMap((id) => board.store.get('label', id).value ?? []);
  if (labels.length === 0) return null;
  return (
    <ul class="labels">
      {labels.slice(0, maxLabels).map(({ publicId, name, colourCode }) => (
        <li key={publicId} class="label" style={{ '--colour': colourCode }}>
          {name}
        </li>
      ))}
      {labels.length > maxLabels && (
        <li
          class="more quiet"
          title={labels
            .slice(maxLabels)
            .map(({ name }) => name)
            .join(', ')}
        >
          {t.board.moreLabels(labels.length - maxLabels)}
        </li>
      )}
    </ul>
  );
}

/** Whether a tile has nothing in the row below its title but the icon of a description, which ends the title then. */
const isBare = (card: Entities['card']): boolean => !hasBadges(card) && card.memberPublicIds.length === 0;

/** What is alone in its row floats next to the title instead. */
const Beside = ({ board, card }: { board: OpenBoard; card: Entities['card'] }) => (
  <Faces board={board} ids={card.memberPublicIds}>
    {card.hasDescription && <Badge icon={AlignLeft} name={t.board.description} />}
  </Faces>
);

function Badges({ board, card }: { board: OpenBoard; card: Entities['card'] }) {
  const { dueDate, hasDescription, commentCount, attachmentCount, itemCount, completedItemCount } = card;
  if (!hasBadges(card)) return null;
  // The least of them gives way, so that faces stay in the same row.
  const isFull = dueDate !== null && commentCount > 0 && attachmentCount > 0 && itemCount > 0;
  return (
    <div class="badges">
      <Faces board={board} ids={facesOf(card)} />
      {isClaimed(card) && <Part of={claim} board={board} card={card} />}
      {card.blocked || card.children ? <Part of={relations} board={board} card={card} /> : null}
      {card.pullRequest ? <Part of={code} board={board} card={card} /> : null}
      {dueDate && <DueChip date={dueDate} isDone={card.completedAt !== null} />}
      {card.recurrence && <Badge icon={Repeat} name={t.board.repeats} />}
      {itemCount > 0 && (
        <Badge
          icon={SquareCheck}
          name={t.board.items(completedItemCount, itemCount)}
          text={`${completedItemCount}/${itemCount}`}
          isDone={completedItemCount === itemCount}
        />
      )}
      {hasDescription && !isFull && <Badge icon={AlignLeft} name={t.board.description} />}
      {card.questionCount ? (
        <Badge
          icon={CircleQuestionMark}
          name={t.board.questions(card.questionCount)}
          text={String(card.questionCount)}
        />
      ) : null}
      {commentCount > 0 && (
        <Badge icon={MessageSquare} name={t.board.comments(commentCount)} text={String(commentCount)} />
      )}
      {attachmentCount > 0 && (
        <Badge icon={Paperclip} name={t.board.attachments(attachmentCount)} text={String(attachmentCount)} />
      )}
    </div>
  );
}

const isClaimed = (card: Entities['card']): boolean => card.claim !== undefined && card.completedAt === null;

/** Those on a card, but for its holder, whose face is next to the time that is left. */
const facesOf = (card: Entities['card']): readonly string[] =>
  isClaimed(card)
    ? card.memberPublicIds.filter((id) => id !== card.claim?.memberPublicId)
    : card.memberPublicIds;

/** Max number of faces shown; a card with more shows the number of the others. */
export const maxFaces = 3;

interface FacesProps {
  board: OpenBoard;
  ids: readonly string[];
  /** What stands before them, if anything. */
  children?: ComponentChildren;
}

function Faces({ board, ids, children }: FacesProps) {
  const people = ids.flatMap((id) => board.store.get('member', id).value ?? []);
  if (people.length === 0 && !children) return null;
  const others = people.slice(maxFaces).map(({ user }) => user?.name ?? '');
  return (
    <span class="people">
      {children}
      {people.slice(0, maxFaces).map(({ publicId, user }) => (
        <Avatar key={publicId} id={user?.id ?? publicId} name={user?.name ?? ''} size="on-card-tile" />
      ))}
      {others.length > 0 && (
        <span class="avatar on-card-tile more" title={others.join(', ')}>
          +{others.length}
        </span>
      )}
    </span>
  );
}
