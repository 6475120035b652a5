import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './combobox.css';

/*
 * Options for a text field that keeps the focus: arrow keys move between them, and the field's ARIA attributes name the
 * active one.
 */

/** The ARIA attributes of a multi-line field that has options only now and then. */
export const suggesting = (id: string, active: number, count: number) => ({
  'aria-autocomplete': 'list' as const,
  'aria-controls': count > 0 ? id : undefined,
  'aria-activedescendant': count > 0 ? `${id}-${active}` : undefined,
});

/** The ARIA attributes of a field whose options are always below it. */
export const comboboxOf = (id: string, active: number, count: number) => ({
  ...suggesting(id, active, count),
  role: 'combobox' as const,
  'aria-expanded': count > 0,
  'aria-controls': id,
});

/** The option that a key moves to; undefined if the key is for the field. */
export function stepOf(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active + count - 1) % count;
  if (key === 'PageDown') return Math.min(count - 1, active + 8);
  if (key === 'PageUp') return Math.max(0, active - 8);
  return undefined;
}

interface OptionsProps {
  id: string;
  label: string;
  class?: string;
  /** Whether several options can be chosen. */
  isMultiple?: boolean;
  /** Makes the list a popover of its own, which the caller shows through this ref. */
  popover?: RefObject<HTMLDivElement | null>;
  children: ComponentChildren;
}

export const Options = ({ id, label, class: style = '', isMultiple, popover, children }: OptionsProps) => (
  <div
    ref={popover ?? null}
    id={id}
    class={`options ${style}`}
    popover={popover && 'manual'}
    role="listbox"
    aria-label={label}
    aria-multiselectable={isMultiple}
    tabIndex={-1}
  >
    {children}
  </div>
);

interface OptionProps {
  /** The id of the listbox. */
  of: string;
  index: number;
  isActive: boolean;
  /** In a list with several choices; in others the active option counts as selected. */
  isChosen?: boolean;
  choose: () => void;
  children: ComponentChildren;
}

export function Option({ of, index, isActive, isChosen = isActive, choose, children }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // The field handles its keys and keeps the focus.
    <div
      ref={option}
      id={`${of}-${index}`}
      class={isActive ? 'option at' : 'option'}
      role="option"
      aria-selected={isChosen}
      onPointerDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      {children}
    </div>
  );
}
