import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { ArrowUpDown, Bookmark, Columns3, Ellipsis, Rows3 } from 'lucide';
import type { ComponentChildren } from 'preact';
import { go } from '../app/location.ts';
import { may } from '../board/may.ts';
import { isNarrow } from '../board/narrow.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/t.ts';
import { viewTexts } from '../messages/views.ts';
import { Choose } from '../ui/choose.tsx';
import { copyLink } from '../ui/copy-link.ts';
import { takesFocusWhole } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { filterText } from './filter-text.ts';
import type { KindOfView } from './kind.ts';
import { propertiesOf } from './properties.tsx';
import type { Property } from './property.ts';
import { addressOfSaved, deleteView, moveView, renameView, saveAs, saveChanges, shareView } from './saved.ts';
import {
  type Current,
  currentOf,
  forgetChanges,
  isChanged,
  type Saved,
  type Settings,
  savedViews,
} from './settings.ts';

interface ToolbarProps {
  board: OpenBoard;
  row: KindOfView;
  cards: ReadonlySignal<readonly string[]>;
  settings: ReadonlySignal<Settings>;
  change: (settings: Partial<Settings>) => void;
  /** The controls of its own that a view begins with. */
  bar: ReadonlySignal<ComponentChildren>;
}

/** What a view is set to, and its saved form. */
export function Toolbar(props: ToolbarProps) {
  const { board, row, cards, settings, change } = props;
  const current = currentOf(board);
  const properties = propertiesOf(board);
  const { groupBy, sort, columns } = settings.value;
  const [sorted = ''] = sort;
  const nameOf = (id: string | null) => properties.find((each) => each.id === id)?.name ?? viewTexts.none;
  const hasGroups = properties.filter((each) => each.groups);
  return (
    <div class="row wrap view-bar" role="toolbar" aria-label={viewTexts.kinds[row.kind]}>
      {props.bar.value}
      {row.has.includes('groupBy') && (
        <Choice
          icon={Rows3}
          id="view-group"
          label={viewTexts.groupByLabel}
          face={viewTexts.groupBy(nameOf(groupBy))}
        >
          <Choose
            label={viewTexts.findProperty}
            isSingle
            options={[
              ...(row.kind !== 'board' ? [optionOf({ id: '', name: viewTexts.none }, groupBy === null)] : []),
              ...hasGroups.map((each) => optionOf(each, each.id === groupBy)),
            ]}
            turn={(id) => {
              change({ groupBy: id || null });
              hide('view-group');
            }}
          />
        </Choice>
      )}
      {row.has.includes('sort') && (
        <Choice
          icon={ArrowUpDown}
          id="view-sort"
          label={viewTexts.sortByLabel}
          face={viewTexts.sortBy(nameOf(sorted.replace(/^-/, '')))}
        >
          <Choose
            label={viewTexts.findProperty}
            isSingle
            options={[
              optionOf({ id: '', name: viewTexts.none }, sorted === ''),
              ...properties.flatMap((each) => [
                optionOf(each, each.id === sorted),
                optionOf(
                  { id: `-${each.id}`, name: viewTexts.descending(each.name) },
                  `-${each.id}` === sorted,
                ),
              ]),
            ]}
            turn={(id) => {
              change({ sort: id ? [id] : [] });
              hide('view-sort');
            }}
          />
        </Choice>
      )}
      {row.has.includes('columns') && <Columns properties={properties} columns={columns} change={change} />}
      <span style={{ flex: 1 }} />
      {!isNarrow.value && (
        <span class="quiet" role="status">
          {viewTexts.cards(cards.value.length)}
        </span>
      )}
      {current && <SavedControls {...props} current={current} />}
    </div>
  );
}

const hide = (id: string): void => document.getElementById(id)?.hidePopover();

const optionOf = ({ id, name, icon }: { id: string; name: string; icon?: IconNode }, isHeld: boolean) => ({
  id,
  text: name,
  shown: (
    <>
      {icon && <Icon of={icon} />}
      <span class="name one-line">{name}</span>
    </>
  ),
  held: isHeld ? ('all' as const) : ('none' as const),
});

interface ChoiceProps {
  icon: IconNode;
  id: string;
  label: string;
  face: string;
  children: ComponentChildren;
}

const Choice = ({ icon, id, label, face, children }: ChoiceProps) => (
  <PopoverButton
    id={id}
    label={label}
    class="button plain small"
    face={
      <>
        <Icon of={icon} />
        <span class={isNarrow.value ? 'unseen' : ''}>{face}</span>
      </>
    }
  >
    <div class="account">{children}</div>
  </PopoverButton>
);

interface ColumnsProps {
  properties: readonly Property[];
  columns: readonly string[];
  change: (settings: Partial<Settings>) => void;
}

/** The columns in the order in which they were chosen; by default, those that say something on most boards. */
function Columns({ properties, columns, change }: ColumnsProps) {
  const shown = columnsOf(properties, columns).map(({ id }) => id);
  const turn = (id: string) =>
    change({ columns: shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id] });
  return (
    <Choice
      icon={Columns3}
      id="view-columns"
      label={viewTexts.columnsLabel}
      face={viewTexts.columns(shown.length)}
    >
      <Choose
        label={viewTexts.findColumn}
        options={properties
          .filter(({ isFixed }) => !isFixed)
          .map((each) => optionOf(each, shown.includes(each.id)))}
        turn={turn}
      />
    </Choice>
  );
}

/** The properties that a view shows as columns. */
export function columnsOf(properties: readonly Property[], columns: readonly string[]): Property[] {
  if (columns.length === 0) return properties.filter(({ isFixed, isUsual }) => isFixed || isUsual);
  const fixed = properties.filter(({ isFixed }) => isFixed);
  const chosen = columns.flatMap((id) => properties.find((each) => each.id === id && !each.isFixed) ?? []);
  return [...fixed, ...chosen];
}

/** Saves the view, or what was changed of it. */
function SavedControls({ board, row, current }: ToolbarProps & { current: Current }) {
  const { saved } = current;
  if (!saved) return <SaveAs board={board} row={row} current={current} />;
  const mayChange = !saved.shared || may(board, 'board:edit');
  const isOther = isChanged(board, current) || filterText() !== saved.filter;
  return (
    <>
      {isOther && mayChange && (
        <button class="button small" type="button" onClick={() => void saveChanges(board, current)}>
          {viewTexts.saveChanges}
        </button>
      )}
      {isOther && (
        <button
          class="button plain small"
          type="button"
          onClick={() => {
            forgetChanges(board, current);
            go(addressOfSaved(board, saved));
          }}
        >
          {viewTexts.reset}
        </button>
      )}
      {isOther && !mayChange && <SaveAs board={board} row={row} current={current} />}
      {mayChange && <SavedMenu board={board} saved={saved} />}
    </>
  );
}

function SaveAs({ board, row, current }: Pick<ToolbarProps, 'board' | 'row'> & { current: Current }) {
  return (
    <Choice icon={Bookmark} id="save-view" label={viewTexts.save} face={viewTexts.save}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const name = (data.get('name') as string).trim();
          if (name === '') return;
          hide('save-view');
          void saveAs(board, current, row.first, { name, shared: data.get('shared') !== null });
        }}
      >
        <input
          class="input"
          name="name"
          maxLength={100}
          autocomplete="off"
          required
          data-focused
          placeholder={viewTexts.name}
          aria-label={viewTexts.name}
        />
        {may(board, 'board:edit') && (
          <label class="check">
            <input type="checkbox" name="shared" /> {viewTexts.shareWithAll}
          </label>
        )}
        <button class="button primary" type="submit">
          {viewTexts.save}
        </button>
      </form>
    </Choice>
  );
}

function SavedMenu({ board, saved }: { board: OpenBoard; saved: Saved }) {
  const isRenamed = useSignal(false);
  const others = (savedViews(board).value.value ?? []).filter(({ shared }) => shared === saved.shared);
  const at = others.findIndex(({ publicId }) => publicId === saved.publicId);
  const items = (): MenuItem[] => [
    { text: viewTexts.rename, run: () => (isRenamed.value = true) },
    ...(may(board, 'board:edit')
      ? [
          {
            text: saved.shared ? viewTexts.unshare : viewTexts.share,
            run: () => void shareView(board, saved, !saved.shared),
          },
        ]
      : []),
    ...(at > 0 ? [{ text: viewTexts.moveUp, run: () => void moveView(board, saved, at - 1) }] : []),
    ...(at < others.length - 1
      ? [{ text: viewTexts.moveDown, run: () => void moveView(board, saved, at + 1) }]
      : []),
    { text: viewTexts.copyLink, run: () => void copyLink(addressOfSaved(board, saved)) },
    { text: t.delete, isFirst: true, run: () => void deleteView(board, saved) },
  ];
  if (isRenamed.value) {
    return (
      <input
        class="input"
        maxLength={100}
        aria-label={viewTexts.name}
        defaultValue={saved.name}
        ref={takesFocusWhole}
        onBlur={() => (isRenamed.value = false)}
        onKeyDown={({ key, currentTarget }) => {
          const name = currentTarget.value.trim();
          if (key === 'Enter' && name !== '') void renameView(board, saved, name);
          if (key === 'Enter' || key === 'Escape') isRenamed.value = false;
        }}
      />
    );
  }
  return <Menu label={viewTexts.menu(saved.name)} icon={Ellipsis} items={items} />;
}
