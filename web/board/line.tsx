import { useComputed } from '@preact/signals';
import { CloudUpload } from 'lucide';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { later, useLater } from '../ui/later.tsx';
import type { LinePillProps } from './line-pill.tsx';
import './line.css';

/* What the page says while the service cannot be reached, or changes wait for longer than usual. */

/** Loaded soon after the board: without a line it could not be loaded any longer. */
export const linePill = later(async () => (await import('./line-pill.tsx')).LinePill);

/** The state of the line, if it is worth a word. */
export function Line(props: LinePillProps) {
  const { outbox, follower } = props.board;
  const isNeeded = useComputed(() => follower.isCut.value || outbox.late.value.count > 0).value;
  const Pill = useLater(linePill, isNeeded, false, () => undefined);
  return Pill ? <Pill {...props} /> : null;
}

/** On the tile of a card with changes that wait. */
export function OnItsWay({ board: { outbox }, id }: Pick<LinePillProps, 'board'> & { id: string }) {
  const isLate = useComputed(() => outbox.late.value.ids.has(id)).value;
  return isLate ? (
    <span class="on-its-way" title={t.board.notSent}>
      <Icon of={CloudUpload} size={12} />
      <span class="unseen">{t.board.notSent}</span>
    </span>
  ) : null;
}
