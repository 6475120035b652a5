import { useLayoutEffect, useRef } from 'preact/hooks';
import { AddCard } from '../board/add.tsx';
import { editCard } from '../board/commands.ts';
import { archive } from '../board/doing.ts';
import type { OpenBoard } from '../board/open.ts';
import { closeOverlay, show } from '../board/overlay.ts';
import { cardTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { isComposing } from '../ui/composing.ts';
import type { Place } from '../ui/placed.tsx';
import { Placed } from '../ui/placed.tsx';

interface EditorProps {
  board: OpenBoard;
  card: string;
  at: Place;
}

/** What is edited next to the title, each by the picker that it has everywhere. */
const beside = ['labels', 'members', 'due', 'cover', 'move'] as const;

/** Edits a card where it is on the board. */
export function TitleEditor({ board, card, cards, at }: EditorProps & { cards: readonly string[] }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const title = board.store.peek('card', card)?.title ?? '';
  const save = () => {
    const next = field.current?.value.replace(/\s+/g, ' ').trim();
    closeOverlay();
    if (next && next !== title) board.do(editCard(board.store, card, { title: next }));
  };
  const over = (kind: (typeof beside)[number]) => {
    save();
    show({ kind, board, card, cards, at });
  };
  const archiveIt = () => {
    save();
    archive(board, cards);
  };
  return (
    <Placed at={at} label={t.commands.titles.edit} class="title-editor" isOver close={closeOverlay}>
      <div class="add">
        <textarea
          ref={field}
          class="input"
          data-focused
          rows={3}
          maxLength={2000}
          aria-label={cardTexts.title}
          defaultValue={title}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            save();
          }}
        />
        <div class="row">
          <button class="button primary small" type="button" onClick={save}>
            {t.save}
          </button>
          {beside.map((kind) => (
            <button key={kind} class="button small" type="button" onClick={() => over(kind)}>
              {t.commands.titles[kind]}
            </button>
          ))}
          <button class="button small" type="button" onClick={archiveIt}>
            {t.commands.titles.archive}
          </button>
        </div>
      </div>
    </Placed>
  );
}

/** Adds cards below a card, one after the other. */
export function CardsBelow({ board, card, at }: EditorProps) {
  const listId = board.store.peek('card', card)?.listPublicId ?? '';
  const below = { ...at, top: at.bottom + 8 };
  return (
    <Placed at={below} label={t.commands.newCard} class="title-editor" isOver close={closeOverlay}>
      <AddCard board={board} listId={listId} after={card} close={closeOverlay} />
    </Placed>
  );
}
