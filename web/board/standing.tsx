import { lazyPart } from '../app/lazy.tsx';
import { isPrepared } from './card-page.tsx';
import { Line } from './line.tsx';
import { may } from './may.ts';
import { isNarrow } from './narrow.ts';
import type { OpenBoard } from './open.ts';
import { ViewOnly } from './view-only.tsx';

/*
 * What one has to know before one acts, as pills in the bar, after the board's name: that the line is down or changes
 * wait, that the board can only be viewed, or that cards are proposed on it. Each is one component here, and takes no space while there is nothing to
 * say.
 */

const Sign = lazyPart(() => import('./proposed.tsx').then((all) => all.Proposed));

export const Standing = ({ board }: { board: OpenBoard }) => (
  <>
    <Line board={board} isNews />
    <ViewOnly board={board} />
    {!isNarrow.value && <Proposed board={board} />}
  </>
);

/** How many cards are proposed, for those who may accept them; on a phone, at the foot. */
export const Proposed = ({ board }: { board: OpenBoard }) =>
  isPrepared.value && may(board, 'card:create') ? <Sign board={board} /> : null;
