import { Line } from './line.tsx';
import type { OpenBoard } from './open.ts';
import { ViewOnly } from './view-only.tsx';

/*
 * What one has to know before one acts, as pills in the bar, after the board's name: that the line is down or changes
 * wait, or that the board can only be viewed. Each is one component here, and takes no space while there is nothing to
 * say.
 */

export const Standing = ({ board }: { board: OpenBoard }) => (
  <>
    <Line board={board} isNews />
    <ViewOnly board={board} />
  </>
);
