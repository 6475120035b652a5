import { Search } from 'lucide';
import { useState } from 'preact/hooks';
import type { PagesOf } from '../app/pages-of.ts';
import { problemOf } from '../app/problem.ts';
import { archiveTexts } from '../messages/pages.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';

interface Row {
  id: string;
  title: string;
  href?: string;
  note: string;
  /** The full time. */
  when: string;
  /** Whether the user may do nothing with it. */
  isFixed?: boolean;
}

interface Action {
  text: string;
  done: (count: number) => string;
  isDangerous?: boolean;
  run: (ids: readonly string[]) => Promise<void>;
}

interface PickListProps<T> {
  /** The accessible name of the list, if there may be several. */
  label?: string;
  rows: readonly Row[] | undefined;
  pages: PagesOf<T>;
  none: string;
  search?: { label: string; text: string; setText: (text: string) => void };
  actions: readonly Action[];
}

/** A long list with check boxes, and actions for the selected items. */
export function PickList<T extends { publicId: string }>(props: PickListProps<T>) {
  const { label, rows, pages, none, search, actions } = props;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const isFixed = (row: Row) => row.isFixed === true || actions.length === 0;
  const open = (rows ?? []).filter((row) => !isFixed(row)).map(({ id }) => id);
  const chosen = open.filter((id) => picked.has(id));
  const turn = (ids: readonly string[], isPicked: boolean) => {
    const others = [...picked].filter((id) => !ids.includes(id));
    setPicked(new Set(isPicked ? [...others, ...ids] : others));
  };
  return (
    <div class="pick-list" role="group" aria-label={label}>
      {search && <SearchField {...search} />}
      {pages.problem && (
        <p class="problem" role="alert">
          {pages.problem}
        </p>
      )}
      {rows?.length === 0 && <p class="quiet">{none}</p>}
      {open.length > 0 && (
        <PickBar
          chosen={chosen.length}
          of={open.length}
          turnAll={(isPicked) => turn(open, isPicked)}
          actions={actions}
          run={async ({ run, done }) => {
            await run(chosen);
            pages.drop(({ publicId }) => picked.has(publicId));
            setPicked(new Set());
            toast(done(chosen.length));
          }}
        />
      )}
      {rows && rows.length > 0 && (
        <ul class="rows">
          {rows.map((row) => (
            <PickRow
              key={row.id}
              {...row}
              isFixed={isFixed(row)}
              isPicked={picked.has(row.id)}
              turn={(isPicked) => turn([row.id], isPicked)}
            />
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <button class="button" type="button" onClick={() => void pages.more()}>
          {archiveTexts.more}
        </button>
      )}
    </div>
  );
}

const SearchField = ({ label, setText }: NonNullable<PickListProps<unknown>['search']>) => (
  <search class="search-field">
    <Icon of={Search} />
    <input
      class="input"
      type="search"
      placeholder={label}
      aria-label={label}
      maxLength={100}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
    />
  </search>
);

interface PickBarProps {
  chosen: number;
  of: number;
  turnAll: (isPicked: boolean) => void;
  actions: readonly Action[];
  run: (action: Action) => Promise<void>;
}

function PickBar({ chosen, of, turnAll, actions, run }: PickBarProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (action: Action) => {
    setBusy(true);
    try {
      await run(action);
    } catch (error) {
      toast(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="pick-bar">
      <label class="check">
        <input
          type="checkbox"
          checked={chosen === of}
          ref={(input) => {
            if (input) input.indeterminate = chosen > 0 && chosen < of;
          }}
          onChange={({ currentTarget }) => turnAll(currentTarget.checked)}
        />
        {chosen > 0 ? archiveTexts.picked(chosen) : archiveTexts.pickAll}
      </label>
      <span class="room" />
      {actions.map((action) => (
        <button
          key={action.text}
          class={`button small ${action.isDangerous ? 'danger' : ''}`}
          type="button"
          disabled={isBusy || chosen === 0}
          onClick={() => void start(action)}
        >
          {action.text}
        </button>
      ))}
    </div>
  );
}

interface PickRowProps extends Row {
  isPicked: boolean;
  turn: (isPicked: boolean) => void;
}

const PickRow = ({ title, href, note, when, isFixed, isPicked, turn }: PickRowProps) => (
  <li>
    {!isFixed && (
      <input
        type="checkbox"
        aria-label={archiveTexts.pick(title)}
        checked={isPicked}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
    )}
    <div class="grow">
      <div class="clamped" title={title}>
        {href ? <a href={href}>{title}</a> : <bdi>{title}</bdi>}
      </div>
      <p class="quiet fine" title={when}>
        {note}
      </p>
    </div>
  </li>
);
