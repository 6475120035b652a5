import { ListFilter, X } from 'lucide';
import { t } from '../messages/t.ts';
import type { Store } from '../sync/store.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { later, useLater } from '../ui/later.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { clearFilter, countOn, criteria, isFiltered, setText } from './filter.ts';
import { none } from './match.ts';
import type { OpenBoard } from './open.ts';
import './filter.css';

const choices = later(async () => (await import('./filter-choices.tsx')).FilterChoices);

const withoutThem = () => undefined;

/** The filter of a board's cards. What can be chosen is loaded once the page is used. */
export function Filter({ board }: { board: OpenBoard }) {
  useLater(choices, false, true, withoutThem);
  return (
    <search class={isFiltered.value ? 'filter on' : 'filter'}>
      <PopoverButton
        id="filter"
        label={t.filter.title}
        class="button plain small"
        face={
          <>
            <Icon of={ListFilter} />
            <Face store={board.store} />
          </>
        }
      >
        <Inside store={board.store} />
      </PopoverButton>
      {isFiltered.value && <IconButton icon={X} name={t.filter.clear} run={clearFilter} />}
    </search>
  );
}

/** What the cards are filtered by, and how many are shown. */
function Face({ store }: { store: Store }) {
  const { shown, all } = isFiltered.value ? countOn(store) : { shown: 0, all: 0 };
  return (
    <>
      <span class={isFiltered.value ? 'unseen' : 'name'}>{t.filter.name}</span>
      {isFiltered.value && <span class="by one-line">{namesOf(store)}</span>}
      <span role="status">{isFiltered.value && t.filter.shown(shown, all)}</span>
    </>
  );
}

/** The filter in words. */
function namesOf(store: Store): string {
  const { text, members, labels, due, is } = criteria.value;
  return [
    text,
    ...members.map((id) => (id === none ? t.filter.noMembers : store.get('member', id).value?.user?.name)),
    ...labels.map((id) => (id === none ? t.filter.noLabels : store.get('label', id).value?.name)),
    ...due.map((range) => t.filter.due[range]),
    ...is.map((state) => t.filter.is[state]),
  ]
    .filter(Boolean)
    .join(', ');
}

function Inside({ store }: { store: Store }) {
  const Choices = useLater(choices, true, true, withoutThem);
  return (
    <div class="filter-choices">
      <input
        id="filter-words"
        class="input"
        type="search"
        data-focused
        placeholder={t.filter.words}
        aria-label={t.filter.words}
        value={criteria.value.text}
        onInput={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The browser would delete the words instead.
          event.preventDefault();
          document.getElementById('filter')?.hidePopover();
        }}
      />
      {Choices && <Choices store={store} />}
    </div>
  );
}
