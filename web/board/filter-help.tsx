import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { completionsAt } from '../../contract/filter/complete.ts';
import type { Problem } from '../../contract/filter/problems.ts';
import { sentenceOf } from '../../contract/issue-sentence.ts';
import { filterTexts } from '../messages/filter.ts';
import type { Store } from '../sync/store.ts';
import { comboboxOf, Option, Options, stepOf } from '../ui/combobox.tsx';
import { criteria, setText } from './filter.ts';
import { candidatesOn, fieldsOn, problemIn } from './language.ts';

/* What is offered while a filter is written, and what is wrong with it. The field is there before this is loaded. */

const fieldId = 'filter-words';
const listId = 'filter-completions';
const problemId = 'filter-problem';

const fieldOf = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>(`#${fieldId}`);

export function FilterHelp({ store }: { store: Store }) {
  const { text } = criteria.value;
  const caret = useCaret();
  const [active, setActive] = useState(-1);
  const { from, to, options } = completionsAt(text, Math.min(caret, text.length), {
    namesOf: (of) => candidatesOn(store, of).map(({ name }) => name),
    fields: fieldsOn(store),
  });
  // Before anything is written, the choices below say more.
  const offered = text === '' ? [] : options;
  const problem = problemIn(text, store);
  useEffect(() => setActive(-1), [text]);

  const choose = (index: number) => {
    const field = fieldOf();
    const option = offered[index];
    if (!field || !option) return;
    const rest = text.slice(to);
    const written = option.text.endsWith(' ') && rest.startsWith(' ') ? option.text.trimEnd() : option.text;
    setText(text.slice(0, from) + written + rest);
    field.value = text.slice(0, from) + written + rest;
    field.setSelectionRange(from + written.length, from + written.length);
    field.dispatchEvent(new Event('select'));
  };
  useFieldKeys((key) => {
    const next = active < 0 && key === 'ArrowUp' ? offered.length - 1 : stepOf(key, active, offered.length);
    if (next !== undefined && next >= 0) setActive(next);
    else if (active < 0 || (key !== 'Enter' && key !== 'Tab')) return false;
    else choose(active);
    return true;
  });
  useFieldAttributes({
    ...comboboxOf(listId, active, active < 0 ? 0 : offered.length),
    'aria-expanded': offered.length > 0,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && problemId,
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
      {problem && <ProblemIn text={text} problem={problem} />}
    </>
  );
}

/** The filter with what is wrong in it marked, and why. */
const ProblemIn = ({
  text,
  problem: { code, values, position, length },
}: {
  text: string;
  problem: Problem;
}) => (
  <p class="problem" id={problemId} role="status">
    {text.slice(0, position)}
    <mark>{text.slice(position, position + length) || '…'}</mark>
    {text.slice(position + length)}
    <br />
    {sentenceOf(filterTexts.problems[code], values)}
  </p>
);

/** Where the caret of the field is. */
function useCaret(): number {
  const [caret, setCaret] = useState(() => fieldOf()?.selectionStart ?? 0);
  useEffect(() => {
    const field = fieldOf();
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
function useFieldKeys(handle: (key: string) => boolean): void {
  // Keys that follow each other quickly must not meet what an earlier one has changed.
  const latest = useRef(handle);
  latest.current = handle;
  useLayoutEffect(() => {
    const field = fieldOf();
    const press = (event: KeyboardEvent) => {
      if (!event.isComposing && latest.current(event.key)) event.preventDefault();
    };
    field?.addEventListener('keydown', press);
    return () => field?.removeEventListener('keydown', press);
  }, []);
}

function useFieldAttributes(attributes: Record<string, string | boolean | undefined>): void {
  useLayoutEffect(() => {
    const field = fieldOf();
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) field?.removeAttribute(name);
      else field?.setAttribute(name, String(value));
    }
  });
}
