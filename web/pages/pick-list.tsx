import { Search } from 'lucide';
import { useState } from 'preact/hooks';
import { problemOf } from '../app/form.tsx';
import type { PagesOf } from '../app/pages-of.ts';
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
export function PickList<T extends { publicId: string }>({
  label,
  rows,
  pages,
  none,
  search,
  actions,
}: PickListProps<T>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const chosen = (rows ?? []).filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const turn = (ids: readonly string[], isPicked: boolean) => {
    const next = new Set(picked);
    for (const id of ids) {
      if (isPicked) next.add(id);
      else next.delete(id);
    }
    setPicked(next);
  };
  const run = async ({ run: work, done }: Action) => {
    setBusy(true);
    try {
      await work(chosen);
      pages.drop(({ publicId }) => picked.has(publicId));
      setPicked(new Set());
      toast(done(chosen.length));
    } catch (error) {
      toast(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="pick-list" role="group" aria-label={label}>
      {search && (
        <search class="search-field">
          <Icon of={Search} />
          <input
            class="input"
            type="search"
            placeholder={search.label}
            aria-label={search.label}
            maxLength={100}
            onInput={({ currentTarget }) => search.setText(currentTarget.value)}
          />
        </search>
      )}
      {pages.problem && (
        <p class="problem" role="alert">
          {pages.problem}
        </p>
      )}
      {rows?.length === 0 && <p class="quiet">{none}</p>}
      {rows && rows.length > 0 && (
        <>
          <div class="pick-bar">
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.length === rows.length}
                ref={(input) => {
                  if (input) input.indeterminate = chosen.length > 0 && chosen.length < rows.length;
                }}
                onChange={({ currentTarget }) =>
                  turn(
                    rows.map(({ id }) => id),
                    currentTarget.checked,
                  )
                }
              />
              {chosen.length > 0 ? archiveTexts.picked(chosen.length) : archiveTexts.pickAll}
            </label>
            <span class="room" />
            {actions.map((action) => (
              <button
                key={action.text}
                class={`button small ${action.isDangerous ? 'danger' : ''}`}
                type="button"
                disabled={isBusy || chosen.length === 0}
                onClick={() => void run(action)}
              >
                {action.text}
              </button>
            ))}
          </div>
          <ul class="rows">
            {rows.map(({ id, title, href, note, when }) => (
              <li key={id}>
                <input
                  type="checkbox"
                  aria-label={archiveTexts.pick(title)}
                  checked={picked.has(id)}
                  onChange={({ currentTarget }) => turn([id], currentTarget.checked)}
                />
                <div class="grow">
                  {href ? <a href={href}>{title}</a> : <span>{title}</span>}
                  <p class="quiet fine" title={when}>
                    {note}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {pages.hasMore && (
        <button class="button" type="button" onClick={() => void pages.more()}>
          {archiveTexts.more}
        </button>
      )}
    </div>
  );
}
