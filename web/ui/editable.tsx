import { useRef, useState } from 'preact/hooks';
import { isComposing } from './composing.ts';
import { takesFocusWhole } from './focus.ts';

interface EditableProps {
  value: string;
  label: string;
  /** Undefined where the user may not change it: then it is plain text. */
  save: ((value: string) => void) | undefined;
  tabIndex?: number;
}

/** A name that is edited in place. */
export function Editable({ value, label, save, tabIndex = 0 }: EditableProps) {
  const [isEdited, setEdited] = useState(false);
  const isCancelled = useRef(false);
  if (!save)
    return (
      <span class="editable one-line" dir="auto">
        {value}
      </span>
    );
  if (!isEdited) {
    return (
      <button
        class="editable one-line"
        type="button"
        title={label}
        dir="auto"
        tabIndex={tabIndex}
        onClick={() => setEdited(true)}
      >
        {value}
      </button>
    );
  }
  const end = (given: string) => {
    setEdited(false);
    const next = given.trim();
    if (!isCancelled.current && next && next !== value) save(next);
    isCancelled.current = false;
  };
  return (
    <input
      class="input editable one-line"
      aria-label={label}
      defaultValue={value}
      maxLength={255}
      autocomplete="off"
      ref={takesFocusWhole}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Escape') isCancelled.current = true;
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        event.stopPropagation();
      }}
    />
  );
}
