import { Archive, Link, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { editCard } from '../board/commands.ts';
import { archive } from '../board/keys.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { problemOf } from '../pages/form.tsx';
import { backOr } from '../pages/location.ts';
import { server } from '../pages/session.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { Checklists } from './checklists.tsx';
import { Comments } from './comments.tsx';
import { Description } from './description.tsx';
import type { WholeCard } from './part.ts';
import { DueDate, LabelPicker, MemberPicker } from './pickers.tsx';
import './card.css';

/** A card, over its board. */
export function CardDialog({ board, id }: { board: OpenBoard; id: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [read, setRead] = useState<{ card: WholeCard; etag: string }>();
  const tile = board.store.get('card', id).value;
  const close = () => backOr(`/b/${board.id}`);

  const readAgain = async () => {
    const { reply, etag = '' } = await server.ask(routes.cards.get, { params: { cardPublicId: id } });
    setRead({ card: reply, etag });
  };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await readAgain();
      return true;
    } catch (error) {
      toast(problemOf(error));
      return false;
    }
  };
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog itself: whoever uses keys goes on from its beginning.
    dialog.current?.focus();
    void attempt(async () => undefined);
    return () => dialog.current?.close();
  }, []);
  const changed = board.changed.value;
  useEffect(() => {
    if (read && changed.id === id) void readAgain().catch(() => undefined);
  }, [changed]);
  useEffect(() => {
    if (tile) document.title = `${tile.title} · ${t.app}`;
  }, [tile?.title]);

  const part = read && { board, id, attempt, ...read };
  return (
    // A click beside the dialog is one on its backdrop; keys have Escape.
    <dialog
      ref={dialog}
      class="card-dialog"
      tabIndex={-1}
      aria-label={tile?.title ?? t.card.title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="card-sheet">
        <header>
          <span class="quiet">{board.store.get('list', tile?.listPublicId ?? '').value?.name}</span>
          <span class="room" />
          <button
            class="button plain icon-only small"
            type="button"
            aria-label={t.card.copyLink}
            title={t.card.copyLink}
            onClick={() => void copyLink(id)}
          >
            <Icon of={Link} />
          </button>
          {tile && tile.archivedAt === null && (
            <button
              class="button plain icon-only small"
              type="button"
              aria-label={t.card.archive}
              title={t.card.archive}
              onClick={() => {
                archive(board, id);
                close();
              }}
            >
              <Icon of={Archive} />
            </button>
          )}
          <button class="button plain icon-only small" type="button" aria-label={t.close} onClick={close}>
            <Icon of={X} />
          </button>
        </header>
        <Title board={board} id={id} title={tile?.title ?? read?.card.title ?? ''} />
        {tile && (
          <div class="facts">
            <LabelPicker board={board} card={tile} />
            <MemberPicker board={board} card={tile} />
            <DueDate board={board} card={tile} />
          </div>
        )}
        {part && (
          <>
            <Description {...part} />
            <Checklists {...part} />
            <Comments {...part} />
          </>
        )}
      </div>
    </dialog>
  );
}

/** A field as long as its text, without a frame until it is used. */
function Title({ board, id, title }: { board: OpenBoard; id: string; title: string }) {
  const save = (field: HTMLTextAreaElement) => {
    const next = field.value.replace(/\s+/g, ' ').trim();
    if (next && next !== title) board.do(editCard(board.store, id, { title: next }));
    else field.value = title;
  };
  return (
    <textarea
      key={title}
      class="title-field"
      rows={1}
      maxLength={2000}
      aria-label={t.card.title}
      defaultValue={title}
      onBlur={({ currentTarget }) => save(currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          event.currentTarget.blur();
        }
      }}
    />
  );
}

async function copyLink(id: string): Promise<void> {
  const link = `${location.origin}/c/${id}`;
  try {
    await navigator.clipboard.writeText(link);
    toast(t.card.linkCopied);
  } catch {
    // There is no clipboard on plain http: the address can be read off, at least.
    toast(link);
  }
}
