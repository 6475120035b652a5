import { Bot, Hourglass } from 'lucide';
import { isHeld } from '../../contract/filter/timed.ts';
import { claimTexts as texts } from '../messages/claims.ts';
import { daysUntil, locale, moment, now, time } from '../messages/formats.ts';
import type { Entities } from '../sync/mutation.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import type { OpenBoard } from './open.ts';

/* Who works on which card, and until when: a claim that has run out is over, even if the service has not said so yet. */

type Card = Entities['card'];
type Claim = NonNullable<Card['claim']>;

export const holderOf = ({ store }: OpenBoard, { memberPublicId }: Claim) =>
  memberPublicId === undefined ? undefined : store.get('member', memberPublicId).value;

type Holder = ReturnType<typeof holderOf>;

export const nameOf = (holder: Holder): string | undefined => holder?.user?.name ?? undefined;

export const faceOf = (holder: NonNullable<Holder>, size: 'small' | 'on-card-tile') => (
  <Avatar id={holder.user?.id ?? holder.publicId} name={nameOf(holder) ?? ''} size={size} />
);

export const endOf = ({ expiresAt }: Claim): string =>
  (daysUntil(expiresAt) === 0 ? time : moment)(expiresAt);

/** Minutes or hours until a claim ends. */
export function leftOf({ expiresAt }: Claim): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - now()) / 60_000));
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}

/** On the tile of a card: the face of its holder, which is not among the others then, and how much time is left. */
export function ClaimOnTile({ board, card }: { board: OpenBoard; card: Card }) {
  const { claim } = card;
  if (!claim) return null;
  const holder = holderOf(board, claim);
  const face = holder && faceOf(holder, 'on-card-tile');
  if (!isHeld(claim, now()))
    return face && card.memberPublicIds.includes(holder.publicId) ? <span class="people">{face}</span> : null;
  return (
    <span class="badge" title={texts.claimed(nameOf(holder), endOf(claim))}>
      {face}
      {(!face || claim.byApiKey) && <Icon of={claim.byApiKey ? Bot : Hourglass} size={14} />}
      <span class="unseen">{texts.claimed(nameOf(holder), endOf(claim))}</span>
      <span aria-hidden="true">{leftOf(claim)}</span>
    </span>
  );
}
