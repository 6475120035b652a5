import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './combobox.css';

/*
 * Options for what is typed in a field that keeps the focus: arrows go from one to the next, and the field says which one is
 * meant.
 */

/** What a field of several lines tells of the options that it has now and then. */
export const suggesting = (id: string, active: number, count: number) => ({
  'aria-autocomplete': 'list' as const,
  'aria-controls': count > 0 ? id : undefined,
  'aria-activedescendant': count > 0 ? `${id}-${active}` : undefined,
});

/** What a field tells whose options are always below it. */
export const comboboxOf = (id: string, active: number, count: number) => ({
  ...suggesting(id, active, count),
  role: 'combobox' as const,
  'aria-expanded': count > 0,
  'aria-controls': id,
});

/** The option that a key goes to; undefined where it is for the field. */
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
  /** Whether several can be chosen. */
  isMultiple?: boolean;
  /** Where it is a popover of its own: shown by whoever has this. */
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
  /** Of the listbox. */
  of: string;
  index: number;
  isActive: boolean;
  /** Of several that can be chosen; otherwise the active one is. */
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
    // The keys of it are in the field, which keeps the focus.
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
