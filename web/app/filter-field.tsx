import { useEffect, useId, useState } from 'preact/hooks';
import type { OnBoard } from '../../contract/filter/complete.ts';
import { bounds } from '../../contract/filter/parse.ts';
import type { Problem } from '../../contract/filter/problems.ts';
import { FilterHelp } from './filter-help.tsx';

interface FilterFieldProps {
  label: string;
  /** Its name in a form. */
  name: string;
  value: string;
  hint?: string;
  placeholder?: string;
  known: OnBoard;
  problemIn: (text: string) => Problem | undefined;
  changed?: (text: string) => void;
  /** Whether its label is only read out. */
  isBare?: boolean;
}

/** A field for a filter, with completions and what is wrong with it. */
export function FilterField(props: FilterFieldProps) {
  const { label, name, value, hint, placeholder, known, problemIn, changed, isBare } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  // The address may have changed meanwhile.
  useEffect(() => {
    if (document.activeElement?.id !== id) setText(value);
  }, [value]);
  const write = (written: string) => {
    setText(written);
    changed?.(written);
  };
  return (
    <div class="field" onFocusCapture={() => setOpen(true)} onBlurCapture={() => setOpen(false)}>
      <label class={isBare ? 'unseen' : 'field-label'} for={id}>
        {label}
      </label>
      <input
        id={id}
        class="input"
        type="text"
        name={name}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        maxLength={bounds.characters}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <FilterHelp
        field={id}
        text={text}
        write={write}
        known={known}
        problem={problemIn(text)}
        isOpen={isOpen}
        hint={hint && `${id}-hint`}
      />
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
