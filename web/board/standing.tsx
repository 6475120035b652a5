import { CloudOff } from 'lucide';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import type { OpenBoard } from './open.ts';
import { ViewOnly } from './view-only.tsx';

/*
 * What one has to know before one acts, as pills in the bar, after the board's name: that changes wait, or that the board
 * can only be viewed. Each is one component here, and takes no space while there is nothing to say.
 */

export const Standing = ({ board }: { board: OpenBoard }) => (
  <>
    <Waiting board={board} />
    <ViewOnly board={board} />
  </>
);

const Waiting = ({ board: { outbox } }: { board: OpenBoard }) =>
  outbox.offline.value && (
    <span class="pill bar-pill warning" role="status" title={t.board.offline}>
      <Icon of={CloudOff} /> <span class="name">{t.board.sending(outbox.waiting.value)}</span>
    </span>
  );
