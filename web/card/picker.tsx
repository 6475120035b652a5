import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { CommandWithControl } from '../board/overlay.ts';
import { cardTexts } from '../messages/card.ts';
import { comboboxOf, Option, Options, stepOf } from '../ui/combobox.tsx';
import { takesFocusInPlace } from '../ui/focus.ts';
import type { Choice } from './properties.tsx';

interface PickerProps {
  name: string;
  /** The command that opens it. */
  command: CommandWithControl;
  /** The current choice. */
  shown: ComponentChildren;
  children: (close: () => void) => ComponentChildren;
}

/** A button that shows the current choice and opens a popover with the options. */
export function Picker({ name, command, shown, children }: PickerProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="fact">
      <h3 id={`${id}-name`}>{name}</h3>
      <button
        class="value"
        type="button"
        popovertarget={id}
        style={{ anchorName: `--${id}` }}
        aria-labelledby={`${id}-name ${id}-value`}
        aria-haspopup="dialog"
        data-picker={name}
        data-command={command}
      >
        <span id={`${id}-value`}>{shown}</span>
      </button>
      <div
        id={id}
        ref={panel}
        class="menu picker"
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-name`}
        style={{ positionAnchor: `--${id}` }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </div>
  );
}

interface ChooseProps {
  label: string;
  options: readonly Pick<Choice, 'id' | 'text' | 'shown' | 'held'>[];
  turn: (id: string) => void;
  /** Creates an option from a text that matches none. */
  create?: { text: (given: string) => string; run: (given: string) => void };
  empty?: string;
}

/** A search field with its results below: the field keeps the focus, and arrow keys and Enter choose. */
export function Choose({ label, options, turn, create, empty }: ChooseProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const query = text.trim().toLocaleLowerCase();
  const found = options.filter((each) => each.text.toLocaleLowerCase().includes(query));
  const canCreate =
    create && query !== '' && !options.some((each) => each.text.toLocaleLowerCase() === query);
  const count = found.length + (canCreate ? 1 : 0);
  const here = Math.min(at, count - 1);
  const choose = (index: number) => {
    const chosen = found[index];
    if (chosen) turn(chosen.id);
    else if (canCreate) {
      create.run(text.trim());
      setText('');
    }
  };
  return (
    <>
      <input
        class="input"
        type="text"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        {...comboboxOf(id, here, count)}
        ref={takesFocusInPlace}
        data-focused
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = stepOf(event.key, here, count);
          if (step !== undefined) setAt(step);
          else if (event.key === 'Enter' && !event.isComposing) choose(here);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Options id={id} label={label} isMultiple>
        {found.map(({ id: each, shown, held }, index) => (
          <Option
            key={each}
            of={id}
            index={index}
            isActive={index === here}
            isChosen={held === 'all'}
            choose={() => choose(index)}
          >
            {shown}
            <span class="tick" aria-hidden="true">
              {held === 'all' ? '✓' : ''}
            </span>
          </Option>
        ))}
        {canCreate && (
          <Option
            of={id}
            index={found.length}
            isActive={here === found.length}
            isChosen={false}
            choose={() => choose(found.length)}
          >
            {create.text(text.trim())}
          </Option>
        )}
      </Options>
      {count === 0 && <p class="quiet">{query ? cardTexts.nothingFound : empty}</p>}
    </>
  );
}
