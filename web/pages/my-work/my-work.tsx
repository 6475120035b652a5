import { Calendar, Clock, Repeat } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { routes } from '../../../contract/routes.ts';
import { go } from '../../app/location.ts';
import { type PagesOf, usePages } from '../../app/pages-of.ts';
import { me, server } from '../../app/session.ts';
import { Shell } from '../../app/shell.tsx';
import { longDate, shortDate, urgencyOf } from '../../board/due.ts';
import { isWholeDay, localOf } from '../../messages/days.ts';
import { workTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { hueOfBoard } from '../../ui/hue.ts';
import { Icon } from '../../ui/icon.tsx';
import { Keys, Menu } from '../../ui/menu.tsx';
import { SavedFilters } from '../saved-filters.tsx';
import { type Day, daysFrom } from './days.ts';
import { DayTargets, useDragging } from './dragging.tsx';
import { useFilter, WorkFilter } from './filter.tsx';
import { type Group, groupOf, groups } from './groups.ts';
import { useMoves } from './moving.ts';
import { type Row, rowsOf } from './rows.ts';
import '../settings.css';

async function ask(filter: string, cursor: string | undefined, signal: AbortSignal) {
  const include: 'work'[] = ['work'];
  const only = filter === '' ? {} : { filter };
  const query = { completed: false, limit: 100, include, ...only, ...(cursor ? { cursor } : {}) };
  const { reply } = await server.ask(routes.cards.mine, { query }, { signal });
  return { items: reply.cards, nextCursor: reply.nextCursor };
}

/** The open cards that the user is a member of, and open items that are theirs, in all workspaces, by due date. */
export function MyWork() {
  const { written, good, write } = useFilter();
  const key = good === '' ? 'my cards' : `my cards ${good}`;
  const pages = usePages(key, (...of) => ask(good, ...of), { isKept: good === '' });
  const rows = rowsOf(pages.items ?? [], me.value?.id);
  const isAny = rows.length > 0 || pages.hasMore;
  // Whoever is writing in it keeps it, whatever comes of that.
  const isOffered = useRef(false);
  isOffered.current ||= isAny || written !== '';
  return (
    <Shell title={t.myWork}>
      <div class="work">
        {pages.problem && (
          <p class="problem" role="alert">
            {pages.problem}
          </p>
        )}
        {pages.items === undefined && !pages.problem && <div class="coming" role="status" />}
        {pages.items && isOffered.current && (
          <>
            <WorkFilter cards={pages.items} written={written} write={write} />
            <SavedFilters filter={good} isOn={written !== ''} show={showFiltered} />
          </>
        )}
        {pages.items?.length === 0 &&
          (good === '' ? <Nothing /> : !pages.hasMore && <p class="quiet">{texts.noneFiltered}</p>)}
        {isAny && <Groups pages={pages} rows={rows} />}
      </div>
    </Shell>
  );
}

const showFiltered = (filter: string): void =>
  go(`/my-work${filter ? `?${new URLSearchParams({ q: filter })}` : ''}`);

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
const byDate = (a: Row, b: Row): number =>
  (a.dueDate ? localOf(a.dueDate).getTime() : 0) - (b.dueDate ? localOf(b.dueDate).getTime() : 0);

function Groups({ pages, rows }: { pages: PagesOf<unknown>; rows: readonly Row[] }) {
  const now = new Date();
  const days = daysFrom(now);
  const { shown, move, complete } = useMoves(rows, pages.again);
  const focus = useFocus();
  const moveTo = (id: string, day: Day | undefined) => {
    const row = shown.find((each) => each.id === id);
    if (row && day && move(row, day)) focus.next(id);
  };
  const finish = (id = '') => {
    const row = shown.find((each) => each.id === id);
    if (!row) return;
    const ids = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((each) => each.dataset.row);
    const at = ids.indexOf(id);
    const beside = ids[at + 1] ?? ids[at - 1];
    complete(row);
    if (beside !== undefined) focus.next(beside);
  };
  const { area, over } = useDragging((id, day) => moveTo(id, days[day]));
  const items = shown.filter(({ isItem }) => isItem).length;
  const boards = new Set(shown.map(({ card }) => card.board.publicId)).size;
  const byGroup = Map.groupBy(shown, ({ dueDate }) => groupOf(dueDate, now));
  return (
    <div ref={area} class="work" onKeyDown={(event) => walk(event, finish)}>
      <p class="work-head">
        <b>{t.myWork}</b>{' '}
        {pages.hasMore ? texts.countSoFar(shown.length) : texts.count(shown.length - items, items, boards)}
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
                {those.map((row) => (
                  <OneRow
                    key={row.id}
                    row={row}
                    days={days}
                    move={(day) => moveTo(row.id, day)}
                    finish={() => finish(row.id)}
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
  row: Row;
  days: readonly Day[];
  move: (day: Day) => void;
  finish: () => void;
}

function OneRow({ row, days, move, finish }: RowProps) {
  const { id, title, dueDate, card, isItem } = row;
  const { list, board, workspace } = card;
  const date = dueDate ? shortDate(dueDate) : texts.noDate;
  const urgency = dueDate ? urgencyOf(dueDate, new Date()) : '';
  return (
    <li data-row={id}>
      <span class="what">
        <input
          class={isItem ? undefined : 'circle'}
          type="checkbox"
          checked={false}
          title={texts.markDone}
          aria-label={isItem ? title : texts.markDoneOf(title)}
          onChange={finish}
        />
        <a
          class="title"
          href={`/c/${card.publicId}`}
          title={texts.in(list.name, board.name, workspace.name)}
          dir="auto"
        >
          {title}
        </a>
        {!isItem && card.work?.recurrence && (
          <span class="badge" title={t.board.repeats}>
            <Icon of={Repeat} size={14} />
            <span class="unseen">{t.board.repeats}</span>
          </span>
        )}
      </span>
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
        <span aria-hidden="true">/</span>
        <span class="one-line in-list" dir="auto">
          {isItem ? card.title : list.name}
        </span>
      </span>
    </li>
  );
}

const Hints = () =>
  !matchMedia('(pointer: coarse)').matches && (
    <p class="row wrap quiet fine">
      <span>
        <Keys of={['↑', '↓']} /> {texts.walk}
      </span>
      <span>
        <Keys of={[texts.enter]} /> {texts.open}
      </span>
      <span>
        <Keys of={['D']} /> {texts.date}
      </span>
      <span>
        <Keys of={['O']} /> {texts.markDone}
      </span>
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
