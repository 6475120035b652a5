import { ChevronDown, Circle, CircleCheck, Ellipsis, Link, X } from 'lucide';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { server } from '../app/session.ts';
import { archive, complete, remove } from '../board/doing.ts';
import { Line } from '../board/line.tsx';
import { changesCards, may, type Needs } from '../board/may.ts';
import type { OpenBoard } from '../board/open.ts';
import { show } from '../board/overlay.ts';
import { templateItems } from '../board/templates.ts';
import { WatchButton } from '../board/watching.tsx';
import { cardTexts, fileTexts, lookTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { copyLink } from '../ui/copy-link.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useAddChecklist } from './checklists.tsx';
import type { CardPart } from './part.ts';

interface HeadProps {
  board: OpenBoard;
  id: string;
  part: CardPart | undefined;
  /** The title in the page, which is shown here while it is out of view. */
  title: RefObject<HTMLElement | null>;
  close: () => void;
}

export function Head({ board, id, part, title, close }: HeadProps) {
  const tile = board.store.get('card', id).value;
  const isAway = useAway(title);
  const number = tile?.cardNumber || part?.card.cardNumber;
  const prefix = part?.card.cardPrefix;
  return (
    <header class="card-head">
      <span class="key">{prefix && number ? `${prefix}-${number}` : ''}</span>
      {isAway && (
        <b class="one-line" dir="auto" aria-hidden="true">
          {tile?.title ?? part?.card.title}
        </b>
      )}
      <ListChip board={board} id={id} />
      <DoneButton board={board} id={id} />
      <span class="on-card one-line" role="status">
        {t.here.onCard(board.presence.on(id).value)}
      </span>
      <Line board={board} />
      <WatchButton board={board} id={id} />
      <IconButton icon={Link} name={cardTexts.copyLink} run={() => void copyLink(`/c/${id}`)} />
      {part && <CardMenu {...part} close={close} />}
      <IconButton icon={X} name={t.close} run={close} />
    </header>
  );
}

/** Whether an element is scrolled out of view. */
function useAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return isAway;
}

/** The card's list, as a button that opens the move dialog. */
function ListChip({ board, id }: { board: OpenBoard; id: string }) {
  const card = board.store.get('card', id).value;
  const name = board.store.get('list', card?.listPublicId ?? '').value?.name;
  if (!card || name === undefined) return null;
  if (card.archivedAt !== null || !may(board, 'card:edit')) return <span class="quiet one-line">{name}</span>;
  return (
    <button
      class="button plain small in-list"
      type="button"
      aria-label={cardTexts.move(name)}
      aria-haspopup="dialog"
      data-picker={cardTexts.list}
      onClick={() => show({ kind: 'move', board, card: id, cards: [id], at: undefined })}
    >
      <span class="one-line">{name}</span>
      <Icon of={ChevronDown} size={14} />
    </button>
  );
}

/** Marks the card done, or says that it is and opens it again; a template has no such state. */
function DoneButton({ board, id }: { board: OpenBoard; id: string }) {
  const card = board.store.get('card', id).value;
  if (!card || card.archivedAt !== null) return null;
  if (card.isTemplate) return <span class="badge">{lookTexts.template}</span>;
  const isDone = card.completedAt !== null;
  if (!may(board, 'card:edit')) return isDone ? <span class="badge done">{t.board.done}</span> : null;
  return (
    <button
      class="button plain small"
      type="button"
      aria-pressed={isDone}
      aria-label={isDone ? t.board.done : cardTexts.markDone}
      onClick={() => complete(board, [id])}
    >
      <Icon of={isDone ? CircleCheck : Circle} />
      <span class="name">{isDone ? t.board.done : cardTexts.markDone}</span>
    </button>
  );
}

function CardMenu({ close, ...part }: CardPart & { close: () => void }) {
  const { board, id, attempt, chooseFiles } = part;
  const addChecklist = useAddChecklist(part);
  const isOnBoard = () => board.store.peek('card', id)?.archivedAt === null;
  const opening = (kind: 'move' | 'copy') => () =>
    show({ kind, board, card: id, cards: [id], at: undefined });
  const removeIt = async () => {
    if (board.store.peek('card', id)) remove(board, [id]);
    else if (!(await attempt(() => server.ask(routes.cards.delete, { params: { cardPublicId: id } }))))
      return;
    close();
  };
  const offer = (needs: Needs, item: MenuItem): MenuItem[] => (may(board, needs) ? [item] : []);
  const archiveIt = () => {
    archive(board, [id]);
    close();
  };
  const items = (): MenuItem[] => [
    ...(isOnBoard()
      ? offer('card:edit', { text: t.commands.titles.move, keys: ['V'], run: opening('move') })
      : []),
    ...offer('card:create', { text: t.commands.titles.copy, run: opening('copy') }),
    ...(isOnBoard() ? templateItems(board, [id]) : []),
    ...offer('card:edit', { text: cardTexts.addChecklist, isFirst: true, run: addChecklist }),
    ...offer('card:edit', { text: fileTexts.attach, run: chooseFiles }),
    ...(isOnBoard()
      ? offer('card:edit', { text: cardTexts.archive, keys: ['C'], isFirst: true, run: archiveIt })
      : []),
    ...offer('card:delete', { text: cardTexts.delete, run: () => void removeIt() }),
  ];
  const withButtons = async () => {
    if (!isOnBoard() || !may(board, 'card:edit')) return items();
    const buttons = import('./buttons.ts').then((all) => all.buttonItems(board, id));
    return [...items(), ...(await buttons.catch(() => []))];
  };
  if (!may(board, changesCards)) return null;
  return <Menu label={cardTexts.menu} icon={Ellipsis} items={withButtons} />;
}
