import { Check } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { cardTexts } from '../messages/card.ts';
import { comboboxOf, Option, Options, stepOf } from './combobox.tsx';
import { isComposing } from './composing.ts';
import { takesFocusInPlace } from './focus.ts';
import { Icon } from './icon.tsx';

/*
 * A search field with its results below. The field keeps the focus: arrow keys and Enter choose, and in an empty field
 * the digits 1 to 9.
 */

export interface Choosable {
  id: string;
  text: string;
  shown: ComponentChildren;
  /** Some: of several things, not all have it. */
  held: 'all' | 'some' | 'none';
  /** A heading; shown above the first option that has it. */
  group?: string;
  /** At the end of the row. */
  note?: string | false;
}

interface Create {
  text: (given: string) => string;
  run: (given: string) => void;
  /** Whether a text is one that an option can be made of. */
  can?: (given: string) => boolean;
  /** Shown below the option. */
  more?: ComponentChildren;
}

interface ChooseProps {
  label: string;
  options: readonly Choosable[];
  turn: (id: string) => void;
  /** Creates an option from a text that matches none. */
  create?: Create;
  /** Shown if there are no options. */
  empty?: string | undefined;
  hasDigits?: boolean;
  /** Of which one at a time can be chosen. */
  isSingle?: boolean;
}

export function Choose({
  label,
  options,
  turn,
  create,
  empty,
  hasDigits = false,
  isSingle = false,
}: ChooseProps) {
  const id = useId();
  const { text, type, found, canCreate, at, setAt, choose } = useChoosing(options, turn, create);
  const count = found.length + (canCreate ? 1 : 0);
  // Where names begin with digits, digits are for searching.
  const isByDigit = hasDigits && text === '' && !options.some((each) => /^\d/.test(each.text));
  const onKey = (event: KeyboardEvent) => {
    const digit = isByDigit ? digitOf(event) : undefined;
    const step = stepOf(event.key, at, count);
    if (step !== undefined) setAt(step);
    else if (event.key === 'Enter' && !isComposing(event)) choose(at);
    else if (digit !== undefined && found[digit]) choose(digit);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="choose">
      <input
        class="input"
        type="text"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        {...comboboxOf(id, at, count)}
        ref={takesFocusInPlace}
        data-focused
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKey}
      />
      <Options id={id} label={label} isMultiple={!isSingle}>
        <Rows of={id} found={found} at={at} choose={choose} isByDigit={isByDigit} isSingle={isSingle} />
        {canCreate && create && (
          <Option
            of={id}
            index={found.length}
            isActive={at === found.length}
            isChosen={false}
            choose={() => choose(found.length)}
          >
            {create.text(text.trim())}
          </Option>
        )}
      </Options>
      {canCreate && create?.more}
      {count === 0 && (
        <p class="quiet" role="status">
          {text.trim() ? cardTexts.nothingFound : empty}
        </p>
      )}
    </div>
  );
}

interface RowsProps {
  /** The id of the listbox. */
  of: string;
  found: readonly Choosable[];
  at: number;
  choose: (index: number) => void;
  isByDigit: boolean;
  isSingle: boolean;
}

const Rows = ({ of, found, at, choose, isByDigit, isSingle }: RowsProps) => (
  <>
    {found.map((option, index) => [
      option.group && option.group !== found[index - 1]?.group && (
        <p key={option.group} class="kind" role="presentation">
          {option.group}
        </p>
      ),
      <Option
        key={option.id}
        of={of}
        index={index}
        isActive={index === at}
        isChosen={option.held === 'all'}
        choose={() => choose(index)}
      >
        <Row option={option} digit={isByDigit ? index + 1 : 10} isSingle={isSingle} />
      </Option>,
    ])}
  </>
);

interface RowProps {
  option: Choosable;
  digit: number;
  isSingle: boolean;
}

const Row = ({ option: { shown, held, note }, digit, isSingle }: RowProps) => (
  <>
    {!isSingle && <span class={`box ${held}`} aria-hidden="true" />}
    {shown}
    {isSingle && held === 'all' && (
      <span class="end">
        <Icon of={Check} />
      </span>
    )}
    {note && <span class="quiet end">{note}</span>}
    {digit <= 9 && (
      <kbd class="end" aria-hidden="true">
        {digit}
      </kbd>
    )}
  </>
);

function useChoosing(options: readonly Choosable[], turn: (id: string) => void, create: Create | undefined) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const query = text.trim().toLocaleLowerCase();
  const found = options.filter((each) => each.text.toLocaleLowerCase().includes(query));
  const canCreate =
    create !== undefined &&
    query !== '' &&
    create.can?.(query) !== false &&
    !options.some((each) => each.text.toLocaleLowerCase() === query);
  const type = (next: string) => {
    setText(next);
    setAt(0);
  };
  const choose = (index: number) => {
    const chosen = found[index];
    if (chosen) turn(chosen.id);
    else if (canCreate) {
      create.run(text.trim());
      type('');
    }
  };
  const last = found.length + (canCreate ? 1 : 0) - 1;
  return { text, type, found, canCreate, at: Math.min(at, last), setAt, choose };
}

/** The option that a digit means; undefined for other keys. */
const digitOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number | undefined =>
  /^[1-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? Number(key) - 1 : undefined;
