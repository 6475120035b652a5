import { ChevronRight, FileSearch, StickyNote } from 'lucide';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { closeOverlay } from '../board/overlay.ts';
import type { Context } from '../board/target.ts';
import { t } from '../messages/t.ts';
import { comboboxOf, Option, Options, stepOf } from '../ui/combobox.tsx';
import { isComposing } from '../ui/composing.ts';
import { hueOfBoard } from '../ui/hue.ts';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/menu.tsx';
import { Toasts } from '../ui/toast.tsx';
import {
  type Found as Elsewhere,
  type Entry,
  entriesNow,
  foundElsewhere,
  knownBoards,
  readKnownBoards,
} from './finding.ts';
import './palette.css';

/** Milliseconds after the last key before the workspace is searched. */
const pause = 150;

const icons = { command: ChevronRight, card: StickyNote, result: FileSearch };

/** The command palette: finds everything that can be done or opened by a few letters. */
export function Palette({ context, isSearch }: { context: Context; isSearch: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect: the next key is meant for it.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
    void readKnownBoards();
    return () => dialog.current?.close();
  }, []);
  const label = isSearch ? t.commands.titles.search : t.commands.paletteLabel;
  return (
    // A click outside the dialog is a click on its backdrop; keyboard users have Escape.
    <dialog
      ref={dialog}
      class="palette"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        closeOverlay();
      }}
      onClose={(event) => {
        // The event comes late: another dialog may be open by now.
        if (event.target === dialog.current) closeOverlay();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) closeOverlay();
      }}
    >
      <Found context={context} isSearch={isSearch} label={label} />
      <Toasts />
    </dialog>
  );
}

/** The field, and below it what it finds. */
function Found({ context, isSearch, label }: { context: Context; isSearch: boolean; label: string }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const entries = useEntries(context, text, isSearch);
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    closeOverlay();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = stepOf(event.key, active, entries.length);
    if (step !== undefined) setActive(step);
    else if (event.key === 'Enter') run(entries[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        class="palette-field"
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder={isSearch ? t.commands.searchPlaceholder : t.commands.palettePlaceholder}
        aria-label={label}
        {...comboboxOf('palette', active, entries.length)}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <Options id="palette" label={label}>
        {entries.map((entry, index) => (
          <PaletteEntry
            key={`${entry.kind} ${entry.id}`}
            entry={entry}
            index={index}
            isActive={index === active}
            isFirst={entries[index - 1]?.kind !== entry.kind}
            run={() => run(entry)}
          />
        ))}
      </Options>
      <p class={entries.length === 0 && text !== '' ? 'quiet nothing' : 'unseen'} role="status">
        {text === '' ? '' : t.commands.found(entries.length)}
      </p>
    </>
  );
}

/** What matches a text: here at once, and in the workspace after a pause. */
function useEntries(context: Context, text: string, isSearch: boolean): Entry[] {
  const [found, setFound] = useState<Elsewhere>({ text: '', entries: [] });
  const boards = knownBoards.value;
  const rights = context.board?.follower.rights.value;
  useEffect(() => {
    const asked = text.trim();
    if (asked.length < 2) return undefined;
    const off = new AbortController();
    const timer = setTimeout(() => {
      void foundElsewhere(context.board?.id, asked, off.signal).then(
        (entries) => setFound({ text: asked, entries }),
        // Without a connection, local results remain.
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      off.abort();
    };
  }, [text, boards]);
  return useMemo(() => {
    const here = entriesNow(context, text, isSearch, boards);
    const known = new Set(here.map(({ id }) => id));
    const more = text.trim().length < 2 ? [] : found.entries.filter(({ id }) => !known.has(id));
    return [...here, ...more];
  }, [text, found, boards, rights]);
}

interface PaletteEntryProps {
  entry: Entry;
  index: number;
  isActive: boolean;
  /** The first of its kind, with the kind's heading above it. */
  isFirst: boolean;
  run: () => void;
}

function PaletteEntry({ entry, index, isActive, isFirst, run }: PaletteEntryProps) {
  const { kind, text, hint, keys } = entry;
  return (
    <>
      {isFirst && (
        <div class="kind" role="presentation">
          {t.commands.kinds[kind]}
        </div>
      )}
      <Option of="palette" index={index} isActive={isActive} choose={run}>
        {kind === 'board' ? (
          <span class="dot" style={{ '--hue': String(hueOfBoard(entry.id)) }} />
        ) : (
          <Icon of={icons[kind]} />
        )}
        <span class="name one-line" dir="auto">
          {text}
        </span>
        {hint && <span class="quiet hint one-line">{hint}</span>}
        {keys && <Keys of={keys} />}
      </Option>
    </>
  );
}
