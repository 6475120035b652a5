import { useRef } from 'preact/hooks';
import { t } from '../messages/en.ts';
import { addCard } from './commands.ts';
import { newPublicId, type OpenBoard } from './open.ts';

/** Adds cards to the end of a list, one after the other. */
export function AddCard({ board, listId, close }: { board: OpenBoard; listId: string; close: () => void }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { store } = board;
  const draft = `draft of a card ${listId}`;
  const add = () => {
    const field = input.current;
    const title = field?.value.replace(/\s+/g, ' ').trim();
    if (!field || !title) return;
    const after = store.cardsOf(listId).peek().at(-1) ?? null;
    board.do(addCard(store, newPublicId(), title, { listId, after, before: null }));
    field.value = '';
    sessionStorage.removeItem(draft);
    requestAnimationFrame(() => field.form?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <form
      class="add"
      data-still
      onSubmit={(event) => {
        event.preventDefault();
        add();
        input.current?.focus();
      }}
    >
      <textarea
        ref={(field) => {
          if (!field || input.current === field) return;
          input.current = field;
          field.value = sessionStorage.getItem(draft) ?? '';
          field.focus();
        }}
        class="input"
        rows={2}
        maxLength={2000}
        placeholder={t.board.cardTitle}
        aria-label={t.board.cardTitle}
        onInput={({ currentTarget }) => sessionStorage.setItem(draft, currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) {
            event.preventDefault();
            add();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            close();
          }
        }}
      />
      <div class="row">
        <button class="button primary" type="submit">
          {t.board.addCard}
        </button>
        <button class="button plain" type="button" onClick={close}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
