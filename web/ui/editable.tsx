import { useRef, useState } from 'preact/hooks';
import { isComposing } from './composing.ts';
import { takesFocusInStem, takesFocusWhole } from './focus.ts';

interface EditableProps {
  value: string;
  label: string;
  /** Undefined where the user may not change it: then it is plain text. */
  save: ((value: string) => void) | undefined;
  isFile?: boolean;
  tabIndex?: number;
}

/** A name that is edited in place. */
export function Editable({ value, label, save, isFile, tabIndex = 0 }: EditableProps) {
  const [isEdited, setEdited] = useState(false);
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
  return <NameField value={value} label={label} save={save} isFile={isFile} end={() => setEdited(false)} />;
}

interface NameFieldProps {
  value: string;
  label: string;
  save: (value: string) => void;
  /** Whether what comes first is its name without the extension. */
  isFile?: boolean | undefined;
  end: () => void;
}

/** The field in which a name is changed: Enter and leaving it save, Escape does not. */
export function NameField({ value, label, save, isFile, end }: NameFieldProps) {
  const isCancelled = useRef(false);
  return (
    <input
      class="input editable one-line"
      aria-label={label}
      defaultValue={value}
      maxLength={255}
      autocomplete="off"
      ref={isFile ? takesFocusInStem : takesFocusWhole}
      onBlur={({ currentTarget }) => {
        end();
        const next = currentTarget.value.trim();
        if (!isCancelled.current && next && next !== value) save(next);
      }}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Escape') {
          isCancelled.current = true;
          // A dialog around it stays open.
          event.preventDefault();
        }
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        event.stopPropagation();
      }}
    />
  );
}
