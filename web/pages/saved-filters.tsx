import { Bookmark, ChevronDown } from 'lucide';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { workTexts as texts } from '../messages/settings.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { toast } from '../ui/toast.tsx';

/* The filters that the user has saved: views of their own over all boards. */

type OwnView = ReplyOf<typeof routes.ownViews.list>[number];
type OwnViews = Resource<readonly OwnView[]>;

const read = async (signal: AbortSignal): Promise<readonly OwnView[]> =>
  (await server.ask(routes.ownViews.list, {}, { signal })).reply;

/** Makes a change, and reads the views again; says why if it could not be made. */
async function attempt(views: OwnViews, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(problemOf(error));
  }
  await views.read();
}

interface SavedFiltersProps {
  filter: string;
  /** Whether something is filtered, even if it cannot be read. */
  isOn: boolean;
  show: (filter: string) => void;
}

/** Switches between the saved filters, and saves the one that is written. */
export function SavedFilters({ filter, isOn, show }: SavedFiltersProps) {
  const views = useResource('own views', read, { isKept: true });
  const all = views.value.value ?? [];
  const current = all.find((each) => each.filter === filter);
  const isNew = filter !== '' && current === undefined;
  if (all.length === 0 && !isNew) return null;
  return (
    <div class="row wrap" role="group" aria-label={texts.saved}>
      {all.length > 0 && (
        <Menu
          label={texts.saved}
          class={current ? 'button plain small on' : 'button plain small'}
          face={
            <>
              <Icon of={Bookmark} />
              <span class="one-line">{current?.name ?? texts.saved}</span>
              <Icon of={ChevronDown} size={14} />
            </>
          }
          items={() => [
            ...all.map((each) => ({ text: each.name, run: () => show(each.filter) })),
            ...(current ? itemsOf(views, all, current) : []),
          ]}
        />
      )}
      {isNew && <Save views={views} filter={filter} />}
      {isOn && (
        <button class="button plain small" type="button" onClick={() => show('')}>
          {texts.showAll}
        </button>
      )}
    </div>
  );
}

/** What is done with the view that is shown. */
function itemsOf(views: OwnViews, all: readonly OwnView[], view: OwnView) {
  const { publicId, name, kind, filter, groupBy, sort, columns, layout } = view;
  const at = all.findIndex((each) => each.publicId === publicId);
  const params = { ownViewPublicId: publicId };
  const put = (index: number) =>
    attempt(views, () => server.ask(routes.ownViews.update, { params, body: { index } }));
  const remove = async () => {
    await attempt(views, () => server.ask(routes.ownViews.delete, { params }));
    toast(texts.viewDeleted(name), {
      label: t.undo.undo,
      run: () =>
        void attempt(views, () =>
          server.ask(routes.ownViews.create, {
            body: { name, kind, filter, groupBy, sort, columns, layout },
          }),
        ),
    });
  };
  return [
    ...(at > 0 ? [{ text: texts.moveUp(name), isFirst: true, run: () => void put(at - 1) }] : []),
    ...(at < all.length - 1
      ? [{ text: texts.moveDown(name), isFirst: at === 0, run: () => void put(at + 1) }]
      : []),
    { text: texts.deleteView(name), isFirst: all.length === 1, run: () => void remove() },
  ];
}

const Save = ({ views, filter }: { views: OwnViews; filter: string }) => (
  <PopoverButton
    id="save-filter"
    label={texts.saveFilter}
    class="button plain small"
    face={
      <>
        <Icon of={Bookmark} /> {texts.saveFilter}
      </>
    }
  >
    <div class="account">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = (new FormData(event.currentTarget).get('name') as string).trim();
          if (name === '') return;
          document.getElementById('save-filter')?.hidePopover();
          void attempt(views, () => server.ask(routes.ownViews.create, { body: { name, filter } }));
        }}
      >
        <input
          class="input"
          name="name"
          maxLength={100}
          autocomplete="off"
          required
          data-focused
          placeholder={texts.viewName}
          aria-label={texts.viewName}
        />
        <button class="button primary" type="submit">
          {texts.saveFilter}
        </button>
      </form>
    </div>
  </PopoverButton>
);
