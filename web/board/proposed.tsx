import { effect } from '@preact/signals';
import { ListPlus } from 'lucide';
import { useEffect } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { proposalTexts as texts } from '../messages/proposals.ts';
import { Icon } from '../ui/icon.tsx';
import { isNarrow } from './narrow.ts';
import type { OpenBoard } from './open.ts';
import { panelOf } from './panel-address.ts';
import { plansTold } from './view-address.ts';

/* Cards that are proposed on a board. */

type Known = ReplyOf<typeof routes.proposals.list>;

export type Proposal = Known['proposals'][number];

/** How many are known at once. */
export const mostKnown = 100;

/** Milliseconds within which pages that were told of proposals read them again, each at another time. */
const spread = 1000;

/** The first of those that wait. */
export function useProposals(board: OpenBoard): Resource<Known> {
  const known = useResource(`proposals ${board.id}`, async (signal) => {
    const input = { params: { boardPublicId: board.id }, query: { limit: mostKnown } };
    return (await server.ask(routes.proposals.list, input, { signal })).reply;
  });
  useEffect(() => {
    let told = plansTold.peek();
    let changed = board.changed.peek();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      if (!board.follower.isGone.peek()) void known.read();
    };
    const stop = effect(() => {
      // A board that was read again may have missed events.
      const isRead = board.changed.value !== changed && board.changed.value.id === null;
      const isNews = plansTold.value !== told || isRead;
      told = plansTold.value;
      changed = board.changed.value;
      if (isNews) timer ??= setTimeout(read, Math.random() * spread);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [board, known]);
  return known;
}

/** Says in the bar, or at the foot, how many cards wait for somebody to accept them. */
export function Proposed({ board }: { board: OpenBoard }) {
  const { proposals = [], hasMore = false } = useProposals(board).value.value ?? {};
  if (proposals.length === 0) return null;
  const isAtFoot = isNarrow.value;
  return (
    <a
      class={`button plain proposed ${isAtFoot ? '' : 'small'}`}
      href={panelOf(board, 'proposals')}
      title={texts.openTitle}
    >
      <Icon of={ListPlus} size={isAtFoot ? 18 : 16} />
      <span class="name">{texts.open(proposals.length, hasMore)}</span>
    </a>
  );
}
