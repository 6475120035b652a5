import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { completionsAt, type OnBoard } from '../../contract/filter/complete.ts';
import type { Problem } from '../../contract/filter/problems.ts';
import { sentenceOf } from '../../contract/issue-sentence.ts';
import { filterTexts } from '../messages/filter.ts';
import { comboboxOf, Option, Options, stepOf } from '../ui/combobox.tsx';

/* What is offered while a filter is written, and what is wrong with it. The field may be there before this is loaded. */

interface FilterHelpProps {
  /** The id of the field. */
  field: string;
  text: string;
  write: (text: string) => void;
  /** What can be named. */
  known: OnBoard;
  problem: Problem | undefined;
  /** Whether completions are shown. */
  isOpen?: boolean;
  /** The id of what else describes the field. */
  hint?: string | undefined;
}

export function FilterHelp({ field: id, text, write, known, problem, isOpen = true, hint }: FilterHelpProps) {
  const [listId, problemId] = [`${id}-completions`, `${id}-problem`];
  const caret = useCaret(id);
  const [active, setActive] = useState(-1);
  const { from, to, options } = completionsAt(text, Math.min(caret, text.length), known);
  // Before anything is written, there is nothing to go by.
  const offered = text === '' || !isOpen ? [] : options;
  useEffect(() => setActive(-1), [text, isOpen]);

  const choose = (index: number) => {
    const field = fieldOf(id);
    const option = offered[index];
    if (!field || !option) return;
    const rest = text.slice(to);
    const written = option.text.endsWith(' ') && rest.startsWith(' ') ? option.text.trimEnd() : option.text;
    write(text.slice(0, from) + written + rest);
    field.value = text.slice(0, from) + written + rest;
    field.setSelectionRange(from + written.length, from + written.length);
    field.dispatchEvent(new Event('select'));
  };
  useFieldKeys(id, (key) => {
    const next = active < 0 && key === 'ArrowUp' ? offered.length - 1 : stepOf(key, active, offered.length);
    if (next !== undefined && next >= 0) setActive(next);
    else if (active < 0 || (key !== 'Enter' && key !== 'Tab')) return false;
    else choose(active);
    return true;
  });
  useFieldAttributes(id, {
    ...comboboxOf(listId, active, active < 0 ? 0 : offered.length),
    'aria-expanded': offered.length > 0,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? problemId : hint,
  });
  return (
    <>
      {offered.length > 0 && (
        <Options id={listId} label={filterTexts.completions}>
          {offered.map(({ name }, index) => (
            <Option
              key={name}
              of={listId}
              index={index}
              isActive={index === active}
              choose={() => choose(index)}
            >
              <span class="name one-line">{name}</span>
            </Option>
          ))}
        </Options>
      )}
      {problem && <ProblemIn id={problemId} text={text} problem={problem} />}
    </>
  );
}

interface ProblemInProps {
  id: string;
  text: string;
  problem: Problem;
}

/** The filter with what is wrong in it marked, and why. */
const ProblemIn = ({ id, text, problem: { code, values, position, length } }: ProblemInProps) => (
  <p class="problem" id={id} role="status">
    {text.slice(0, position)}
    <mark>{text.slice(position, position + length) || '…'}</mark>
    {text.slice(position + length)}
    <br />
    {sentenceOf(filterTexts.problems[code], values)}
  </p>
);

const fieldOf = (id: string): HTMLInputElement | null =>
  document.getElementById(id) as HTMLInputElement | null;

/** Where the caret of the field is. */
function useCaret(id: string): number {
  const [caret, setCaret] = useState(() => fieldOf(id)?.selectionStart ?? 0);
  useEffect(() => {
    const field = fieldOf(id);
    const note = () => setCaret(field?.selectionStart ?? 0);
    const events = ['input', 'keyup', 'click', 'select'];
    for (const event of events) field?.addEventListener(event, note);
    return () => {
      for (const event of events) field?.removeEventListener(event, note);
    };
  }, []);
  return caret;
}

/** Keys of the field that are for the options; `handle` returns whether one was. */
function useFieldKeys(id: string, handle: (key: string) => boolean): void {
  // Keys that follow each other quickly must not meet what an earlier one has changed.
  const latest = useRef(handle);
  latest.current = handle;
  useLayoutEffect(() => {
    const field = fieldOf(id);
    const press = (event: KeyboardEvent) => {
      if (!event.isComposing && latest.current(event.key)) event.preventDefault();
    };
    field?.addEventListener('keydown', press);
    return () => field?.removeEventListener('keydown', press);
  }, []);
}

function useFieldAttributes(id: string, attributes: Record<string, string | boolean | undefined>): void {
  useLayoutEffect(() => {
    const field = fieldOf(id);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) field?.removeAttribute(name);
      else field?.setAttribute(name, String(value));
    }
  });
}
