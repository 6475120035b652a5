import { X } from 'lucide';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { go } from '../app/location.ts';
import { t } from '../messages/t.ts';
import { draftOf, keepDraft } from '../sync/drafts.ts';
import { Option, Options, stepOf, suggesting } from '../ui/combobox.tsx';
import { isComposing } from '../ui/composing.ts';
import { Icon } from '../ui/icon.tsx';
import { later, useLater } from '../ui/later.tsx';
import { toast } from '../ui/toast.tsx';
import { type Chosen, chosenWith, makeCards, nothingChosen } from './adding.ts';
import { type Completion, completionsOf, linesOf, type Token, tokenAt, without } from './complete.ts';
import { clearFilter } from './filter.ts';
import type { OpenBoard } from './open.ts';
import './add.css';

interface AddCardProps {
  board: OpenBoard;
  listId: string;
  /** The card after which new cards are added; by default they are added at the end. */
  after?: string;
  close: () => void;
}

const keyOf = (listId: string): string => `card in ${listId}`;

/** Whether there is a draft from before a reload. */
export const hasDraft = (listId: string): boolean => draftOf(keyOf(listId)) !== undefined;

/** Most boards have no templates. */
const templates = later(() => import('./template-menu.tsx').then((all) => all.FromTemplate));

/** A form that adds cards to a list, one after the other. */
export function AddCard(props: AddCardProps) {
  const adding = useAdding(props);
  const { id, field, text, offered, active, chosen, add } = adding;
  const lines = linesOf(text);
  const FromTemplate = useLater(templates, true, true, () => {});
  return (
    <form
      class="add"
      data-still
      onSubmit={(event) => {
        event.preventDefault();
        add(lines);
      }}
    >
      <textarea
        ref={field}
        class="input"
        rows={2}
        maxLength={20_000}
        placeholder={t.board.cardTitle}
        aria-label={t.board.cardTitle}
        aria-describedby={`${id}-hint`}
        dir="auto"
        data-focused
        {...suggesting(id, active, offered.length)}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          adding.write(value);
          adding.look();
        }}
        onClick={adding.look}
        onBlur={adding.dropSuggestions}
        onKeyDown={adding.onKey}
      />
      <Suggestions id={id} offered={offered} active={active} choose={adding.choose} />
      <ChosenChips chosen={chosen} change={adding.setChosen} />
      <p id={`${id}-hint`} class="unseen">
        {t.adding.hint}
      </p>
      <div class="row">
        <button class="button primary" type="submit">
          {lines.length > 1 ? t.adding.many(lines.length) : t.board.addCard}
        </button>
        {lines.length > 1 && (
          <button class="button" type="button" onClick={() => add([lines.join(' ').slice(0, 2000)])}>
            {t.adding.one}
          </button>
        )}
        <button class="button plain" type="button" onClick={props.close}>
          {t.cancel}
        </button>
        {FromTemplate && (
          <FromTemplate {...props} named={lines.join(' ').slice(0, 2000)} done={() => adding.write('')} />
        )}
      </div>
    </form>
  );
}

/** The text, what was chosen beside it, and what is suggested where the caret is. */
function useAdding({ board, listId, after, close }: AddCardProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const last = useRef(after);
  const [text, setText] = useState(() => draftOf(keyOf(listId)) ?? '');
  const [chosen, setChosen] = useState<Chosen>(nothingChosen);
  const [token, setToken] = useState<Token>();
  const [active, setActive] = useState(0);
  const id = useId();
  const offered = token ? completionsOf(board.store, token, t.adding.ends) : [];
  const write = (next: string) => {
    setText(next);
    keepDraft(keyOf(listId), next);
  };
  useLayoutEffect(() => {
    // A draft from before a reload is shown without stealing the focus.
    if (document.activeElement === document.body || after !== undefined || text === '')
      field.current?.focus();
  }, []);
  const look = () => {
    const element = field.current;
    if (!element) return;
    setToken(tokenAt(element.value, element.selectionStart));
    setActive(0);
  };
  const choose = (completion: Completion) => {
    if (!token || !field.current) return;
    const left = without(text, token);
    // Set the field's value at once: the next key may come before the next render.
    field.current.value = left.text;
    field.current.setSelectionRange(left.caret, left.caret);
    write(left.text);
    setChosen(chosenWith(chosen, completion));
    setToken(undefined);
  };
  const add = (titles: readonly string[], isOpened = false) => {
    if (titles.length === 0) return;
    const { ids, isHidden } = makeCards(board, titles, listId, chosen, last.current);
    if (last.current !== undefined) last.current = ids.at(-1);
    write('');
    setChosen({ ...nothingChosen, ...(chosen.list ? { list: chosen.list } : {}) });
    if (isHidden) toast(t.filter.hidden, { label: t.filter.clear, run: clearFilter });
    if (isOpened) go(`/c/${ids[0]}`);
    const form = field.current?.form;
    field.current?.focus();
    requestAnimationFrame(() => form?.scrollIntoView({ block: 'nearest' }));
  };
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = stepOf(event.key, active, offered.length);
    const completion = offered[active];
    if (step !== undefined) setActive(step);
    else if ((event.key === 'Enter' || event.key === 'Tab') && completion) choose(completion);
    else if (event.key === 'Enter') add(linesOf(text), event.shiftKey);
    else if (event.key !== 'Escape') return;
    else if (offered.length > 0) setToken(undefined);
    else close();
    event.preventDefault();
    event.stopPropagation();
  };
  const dropSuggestions = () => setToken(undefined);
  return {
    id,
    field,
    text,
    offered,
    active,
    chosen,
    setChosen,
    write,
    look,
    choose,
    add,
    onKey,
    dropSuggestions,
  };
}

interface SuggestionsProps {
  id: string;
  offered: readonly Completion[];
  active: number;
  choose: (completion: Completion) => void;
}

const Suggestions = ({ id, offered, active, choose }: SuggestionsProps) =>
  offered.length === 0 ? null : (
    <Options id={id} label={t.adding.offered} class="completions">
      {offered.map((each, index) => (
        <Option key={each.id} of={id} index={index} isActive={index === active} choose={() => choose(each)}>
          {each.colour ? (
            <span class="label" style={{ '--colour': each.colour }}>
              {each.name}
            </span>
          ) : (
            <span class="name one-line">{each.name}</span>
          )}
        </Option>
      ))}
    </Options>
  );

/** What was chosen for the next card; each choice can be removed. */
function ChosenChips({ chosen, change }: { chosen: Chosen; change: (next: Chosen) => void }) {
  const { list, end } = chosen;
  const without = (key: 'members' | 'labels', id: string) =>
    change({ ...chosen, [key]: chosen[key].filter((each) => each.id !== id) });
  const chips = [
    ...chosen.members.map((each) => ({ ...each, drop: () => without('members', each.id) })),
    ...chosen.labels.map((each) => ({ ...each, drop: () => without('labels', each.id) })),
    ...(list ? [{ ...list, drop: () => change({ ...chosen, list: undefined }) }] : []),
    ...(end ? [{ ...end, drop: () => change({ ...chosen, end: undefined }) }] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul class="chips">
      {chips.map(({ id, name, colour, drop }) => (
        <li key={id} class={colour ? 'label' : 'chip'} style={colour ? { '--colour': colour } : {}}>
          {name}
          <button type="button" aria-label={t.adding.without(name)} onClick={drop}>
            <Icon of={X} size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
