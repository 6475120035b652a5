import { Calendar, Clock } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { type PagesOf, usePages } from '../../app/pages-of.ts';
import { server } from '../../app/session.ts';
import { Shell } from '../../app/shell.tsx';
import { longDate, shortDate, urgencyOf } from '../../board/due.ts';
import { isWholeDay, localOf } from '../../messages/days.ts';
import { workTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { hueOfBoard } from '../../ui/hue.ts';
import { Icon } from '../../ui/icon.tsx';
import { Keys, Menu } from '../../ui/menu.tsx';
import { type Day, daysFrom } from './days.ts';
import { DayTargets, useDragging } from './dragging.tsx';
import { type Group, groupOf, groups } from './groups.ts';
import { type MyCard, useMoves } from './moving.ts';
import '../settings.css';

async function ask(cursor: string | undefined, signal: AbortSignal) {
  const query = { completed: false, limit: 100, ...(cursor ? { cursor } : {}) };
  const { reply } = await server.ask(routes.cards.mine, { query }, { signal });
  return { items: reply.cards, nextCursor: reply.nextCursor };
}

/** The open cards that the user is a member of, in all workspaces, by due date. */
export function MyWork() {
  const pages = usePages('my cards', ask, { isKept: true });
  return (
    <Shell title={t.myWork}>
      <div class="work">
        {pages.problem && (
          <p class="problem" role="alert">
            {pages.problem}
          </p>
        )}
        {pages.items === undefined && !pages.problem && <div class="coming" role="status" />}
        {pages.items?.length === 0 && <Nothing />}
        {pages.items && pages.items.length > 0 && <Groups pages={pages} cards={pages.items} />}
      </div>
    </Shell>
  );
}

const Nothing = () => (
  <section class="trouble">
    <h2>{texts.none}</h2>
    <p class="quiet">{texts.noneHint}</p>
    <a class="button" href="/">
      {texts.toBoards}
    </a>
  </section>
);

/** Those without a date come last, in the order in which they arrived. */
const byDate = (a: MyCard, b: MyCard): number =>
  (a.dueDate ? localOf(a.dueDate).getTime() : 0) - (b.dueDate ? localOf(b.dueDate).getTime() : 0);

function Groups({ pages, cards }: { pages: PagesOf<MyCard>; cards: readonly MyCard[] }) {
  const now = new Date();
  const days = daysFrom(now);
  const { shown, move, complete } = useMoves(cards);
  const focus = useFocus();
  const moveTo = (id: string, day: Day | undefined) => {
    const card = shown.find(({ publicId }) => publicId === id);
    if (card && day && move(card, day)) focus.next(id);
  };
  const finish = (id = '') => {
    const card = shown.find(({ publicId }) => publicId === id);
    if (!card) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset.row);
    const at = rows.indexOf(id);
    const beside = rows[at + 1] ?? rows[at - 1];
    complete(card);
    if (beside !== undefined) focus.next(beside);
  };
  const { area, over } = useDragging((id, day) => moveTo(id, days[day]));
  const boards = new Set(shown.map(({ board }) => board.publicId)).size;
  const byGroup = Map.groupBy(shown, ({ dueDate }) => groupOf(dueDate, now));
  return (
    <div ref={area} class="work" onKeyDown={(event) => walk(event, finish)}>
      <p class="work-head">
        <b>{t.myWork}</b> {pages.hasMore ? texts.countSoFar(shown.length) : texts.count(shown.length, boards)}
      </p>
      {groups.map((group) => {
        const those = (byGroup.get(group) ?? []).toSorted(byDate);
        return (
          those.length > 0 && (
            <section key={group} aria-label={texts.groups[group]} data-day={dayOf[group]}>
              <h2 class={group}>
                {texts.groups[group]} {those.length}
              </h2>
              <ul>
                {those.map((card) => (
                  <CardRow
                    key={card.publicId}
                    card={card}
                    days={days}
                    move={(day) => moveTo(card.publicId, day)}
                    finish={() => finish(card.publicId)}
                  />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {pages.hasMore && (
        <button class="button" type="button" onClick={() => void pages.more()}>
          {texts.more}
        </button>
      )}
      {over !== undefined && <DayTargets days={days} over={over} />}
      <Hints />
    </div>
  );
}

/** The groups that are a day: rows can be dropped on them. */
const dayOf: Partial<Record<Group, number>> = { today: 0, none: 8 };

/** A row that was moved is another element then, and keeps the focus if it had it. */
function useFocus() {
  const moved = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-row="${moved.current}"] a`)?.focus();
    moved.current = undefined;
  });
  return {
    next(id: string) {
      moved.current = id;
    },
  };
}

interface RowProps {
  card: MyCard;
  days: readonly Day[];
  move: (day: Day) => void;
  finish: () => void;
}

function CardRow({ card, days, move, finish }: RowProps) {
  const { publicId, title, dueDate, list, board, workspace } = card;
  const date = dueDate ? shortDate(dueDate) : texts.noDate;
  const urgency = dueDate ? urgencyOf(dueDate, new Date()) : '';
  return (
    <li data-row={publicId}>
      <a
        class="title"
        href={`/c/${publicId}`}
        title={texts.in(list.name, board.name, workspace.name)}
        dir="auto"
      >
        {title}
      </a>
      <Menu
        label={texts.move(date)}
        title={dueDate ? longDate(dueDate) : undefined}
        class={`badge due ${urgency}`}
        face={
          <>
            <Icon of={dueDate && !isWholeDay(dueDate) ? Clock : Calendar} size={14} /> {dueDate && date}
          </>
        }
        items={() => [
          ...days.map((day) => ({ text: day.text, run: () => move(day) })),
          { text: texts.markDone, isFirst: true, run: finish },
        ]}
      />
      <span class="where" style={{ '--hue': String(hueOfBoard(board.publicId)) }}>
        <span class="dot" />
        <span class="one-line" dir="auto">
          {board.name}
        </span>
        <span class="one-line in-list" dir="auto">
          {list.name}
        </span>
      </span>
    </li>
  );
}

const Hints = () =>
  !matchMedia('(pointer: coarse)').matches && (
    <p class="quiet fine">
      <Keys of={['↑', '↓']} /> {texts.walk} <Keys of={['Enter']} /> {texts.open} <Keys of={['D']} />{' '}
      {texts.date} <Keys of={['O']} /> {texts.markDone}
    </p>
  );

/** Arrow keys and J and K move between the rows, D opens the days of one, and O marks it done. */
function walk(event: KeyboardEvent, finish: (id: string | undefined) => void): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const target = event.target as HTMLElement;
  if (ctrlKey || metaKey || altKey || target.closest('[popover]')) return;
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-row]')];
  const row = target.closest<HTMLElement>('[data-row]');
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  if (step !== undefined) rows[(row ? rows.indexOf(row) : -1) + step]?.querySelector('a')?.focus();
  else if (key === 'd') row?.querySelector<HTMLElement>('[aria-haspopup]')?.click();
  else if (key === 'o' && row) finish(row.dataset.row);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
