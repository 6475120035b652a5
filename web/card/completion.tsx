import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { OpenBoard } from '../board/open.ts';
import { editorTexts } from '../messages/card.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Option, Options, stepOf } from '../ui/combobox.tsx';
import { isComposing } from '../ui/composing.ts';
import { mentionOf } from '../ui/mentions.ts';
import { apply, fieldOf, placeIn } from './field.ts';
import { type Typed, typedAt } from './writing.ts';

/*
 * Completion of `@` and `#` while typing: those who can see the board, and its cards. The text field keeps the focus.
 */

export interface Choice {
  id: string;
  /** The text that is inserted. */
  text: string;
  title: string;
  person?: { id: string; name: string };
}

const most = 6;

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

function choicesFor({ kind, query }: Typed, { store }: OpenBoard, prefix: string): Choice[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => fold(text).includes(word));
  if (kind === 'member') {
    const people = store.members.peek().flatMap((member) => {
      const { user, status } = store.get('member', member).peek() ?? {};
      if (!user?.name || status !== 'active' || !fits(user.name)) return [];
      const person = { id: user.id, name: user.name };
      return [{ id: user.id, text: mentionOf(user.name, member), title: user.name, person }];
    });
    const all = Object.entries(editorTexts.all).map(([id, title]) => ({ id, text: `@${id}`, title }));
    return [...people, ...all.filter(({ id, title }) => query !== '' && fits(`${id} ${title}`))];
  }
  const found: Choice[] = [];
  for (const list of store.lists.peek()) {
    for (const id of store.cardsOf(list).peek()) {
      const card = store.get('card', id).peek();
      if (!card || card.cardNumber === 0 || !fits(`${card.cardNumber} ${card.title}`)) continue;
      found.push({ id, text: `${prefix}-${card.cardNumber}`, title: card.title });
    }
  }
  // A card with exactly the typed number comes first.
  return found.sort((a, b) => Number(b.text.endsWith(`-${query}`)) - Number(a.text.endsWith(`-${query}`)));
}

interface Completing {
  typed: Typed;
  choices: readonly Choice[];
  at: number;
}

/** Completion for a text field; `onKey` returns whether it has handled a key. */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  board: OpenBoard,
  prefix: string,
) {
  const [state, setState] = useState<Completing>();
  const id = useId();
  /** The index of the sign whose completion was dismissed: it is not offered again. */
  const refused = useRef(-1);
  const look = () => {
    const typed = field.current ? typedAt(fieldOf(field.current), prefix) : undefined;
    if (!typed || typed.from === refused.current) return setState(undefined);
    refused.current = -1;
    const choices = choicesFor(typed, board, prefix).slice(0, most);
    setState(choices.length > 0 ? { typed, choices, at: 0 } : undefined);
  };
  const take = (choice: Choice) => {
    if (!state || !field.current) return;
    const insert = `${choice.text} `;
    const end = state.typed.from + insert.length;
    apply(field.current, {
      from: state.typed.from,
      to: field.current.selectionStart,
      insert,
      start: end,
      end,
    });
    setState(undefined);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (!state || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { choices, at } = state;
    const step = stepOf(event.key, at, choices.length);
    if (step !== undefined) setState({ ...state, at: step });
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const chosen = choices[at];
      if (chosen) take(chosen);
    } else if (event.key === 'Escape') {
      refused.current = state.typed.from;
      setState(undefined);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, state, look, take, onKey, close: () => setState(undefined) };
}

export type Completion = ReturnType<typeof useCompletion>;

export function Completions({ field, of }: { field: RefObject<HTMLTextAreaElement | null>; of: Completion }) {
  const list = useRef<HTMLDivElement>(null);
  const { state, id, take } = of;
  useEffect(() => {
    if (!state || !list.current || !field.current) return;
    const { left, top, bottom } = placeIn(field.current, state.typed.from);
    list.current.showPopover();
    const { width, height } = list.current.getBoundingClientRect();
    // An on-screen keyboard reduces the visible part of the page.
    const room = visualViewport?.height ?? innerHeight;
    const below = Math.min(bottom, field.current.getBoundingClientRect().bottom) + 4;
    Object.assign(list.current.style, {
      top: `${below + height < room ? below : Math.max(8, top - height - 4)}px`,
      left: `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`,
    });
  }, [state?.typed.from, state?.choices.length]);
  if (!state) return null;
  return (
    <Options id={id} label={editorTexts.suggestions} class="menu completions" popover={list}>
      {state.choices.map((choice, index) => (
        <Option
          key={choice.id}
          of={id}
          index={index}
          isActive={index === state.at}
          choose={() => take(choice)}
        >
          {choice.person ? (
            <Avatar id={choice.person.id} name={choice.person.name} />
          ) : (
            <span class="quiet">{choice.text}</span>
          )}
          <span class="name one-line">{choice.title}</span>
        </Option>
      ))}
    </Options>
  );
}
