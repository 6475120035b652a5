import { effect, untracked } from '@preact/signals';
import { t } from '../messages/t.ts';
import { copy } from '../ui/copy.ts';
import { notice, toast } from '../ui/toast.tsx';
import { changesBoard, may } from './may.ts';
import type { OpenBoard } from './open.ts';
import { closeOverlay, isMeant, overlay } from './overlay.ts';
import { clear } from './select.ts';

/**
 * Says so when the user's rights become less while the board is open, and ends what they no longer cover. Returns a
 * function that stops it.
 */
export function tellOfRights(board: OpenBoard): () => void {
  const changes: readonly string[] = [...changesBoard, 'comment:create'];
  let before = board.follower.rights.peek().onBoard;
  return effect(() => {
    const { onBoard } = board.follower.rights.value;
    const lost = before.filter((each) => changes.includes(each) && !onBoard.includes(each));
    before = onBoard;
    if (lost.length > 0) untracked(() => lose(board));
  });
}

function lose(board: OpenBoard): void {
  // Before anything is rendered again: editors are about to leave.
  const typed = typedNow();
  if (!isMeant(overlay.peek())) closeOverlay();
  if (!may(board, changesBoard)) clear();
  const copied = async () => {
    toast((await copy(typed)) ? t.refused.copied : typed);
  };
  notice(
    [
      may(board, [...changesBoard, 'comment:create']) ? t.may.less : t.may.onlyView,
      ...(typed ? [t.may.kept] : []),
    ].join(' '),
    ...(typed ? [{ label: t.refused.copy, run: () => void copied() }] : []),
  );
}

/** What the user is writing in text fields. Longer texts are drafts as well, and are there again with the rights. */
function typedNow(): string {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input.editable, .card-dialog input[type=text]',
  );
  return [...fields]
    .filter((field) => field.value.trim() !== '' && field.value !== field.defaultValue)
    .map(({ value }) => value)
    .join('\n');
}
