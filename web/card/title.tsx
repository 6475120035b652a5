import { editCard } from '../board/commands.ts';
import type { OpenBoard } from '../board/open.ts';
import type { CommandWithControl } from '../board/overlay.ts';
import { cardTexts } from '../messages/card.ts';
import { isComposing } from '../ui/composing.ts';

interface TitleProps {
  board: OpenBoard;
  id: string;
  title: string;
  mayEdit: boolean;
}

/** A text field that grows with the title, without a frame until it has the focus; a heading if the user may not edit. */
export function Title({ board, id, title, mayEdit }: TitleProps) {
  const save = (field: HTMLTextAreaElement) => {
    const next = field.value.replace(/\s+/g, ' ').trim();
    if (next && next !== title) board.do(editCard(board.store, id, { title: next }));
    else field.value = title;
  };
  if (!mayEdit)
    return (
      <h2 class="title-field" dir="auto">
        {title}
      </h2>
    );
  return (
    <textarea
      key={title}
      class="title-field"
      data-command={'title' satisfies CommandWithControl}
      dir="auto"
      rows={1}
      maxLength={2000}
      aria-label={cardTexts.title}
      defaultValue={title}
      onBlur={({ currentTarget }) => save(currentTarget)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          event.currentTarget.blur();
        }
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.value = title;
          event.currentTarget.blur();
        }
      }}
    />
  );
}
