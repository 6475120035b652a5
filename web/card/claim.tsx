import { Bot, Hourglass } from 'lucide';
import { useState } from 'preact/hooks';
import { isHeld } from '../../contract/filter/timed.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { me, server } from '../app/session.ts';
import { endOf, faceOf, holderOf, leftOf, nameOf } from '../board/claims.tsx';
import type { OpenBoard } from '../board/open.ts';
import { claimTexts as texts } from '../messages/claims.ts';
import { now } from '../messages/formats.ts';
import type { Entities } from '../sync/mutation.ts';
import { toast } from '../ui/toast.tsx';
import { Property } from './property.tsx';

interface PropertyProps {
  board: OpenBoard;
  card: Entities['card'];
  mayEdit: boolean;
}

/** On the page of a card: who holds it, and a button that ends that. */
export function ClaimProperty({ board, card, mayEdit }: PropertyProps) {
  const [isBusy, setBusy] = useState(false);
  const { claim, publicId: cardPublicId } = card;
  if (!isHeld(claim, now())) return null;
  const holder = holderOf(board, claim);
  const isMine = !claim.byApiKey && holder?.user?.id === me.value?.id;
  const end = async () => {
    setBusy(true);
    try {
      await server.ask(routes.claims.delete, { params: { cardPublicId } });
      toast(texts.ended);
    } catch (error) {
      toast(problemOf(error));
    }
    setBusy(false);
  };
  return (
    <Property
      icon={claim.byApiKey ? Bot : Hourglass}
      name={texts.name}
      value={
        <>
          {holder && faceOf(holder, 'small')}
          <span title={texts.claimed(nameOf(holder), endOf(claim))}>
            {[nameOf(holder), leftOf(claim)].filter(Boolean).join(' · ')}
          </span>
          {mayEdit && (
            <button class="button small" type="button" disabled={isBusy} onClick={() => void end()}>
              {isMine ? texts.giveBack : texts.takeBack}
            </button>
          )}
        </>
      }
    />
  );
}
