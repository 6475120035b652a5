import { useEffect, useRef, useState } from 'preact/hooks';
import type { OnBoard } from '../../../contract/filter/complete.ts';
import { parse } from '../../../contract/filter/parse.ts';
import { FilterField } from '../../app/filter-field.tsx';
import { go, path, query } from '../../app/location.ts';
import { workTexts as texts } from '../../messages/settings.ts';
import type { MyCard } from './rows.ts';

/* The filter of the user's own cards. It is part of the address; the service finds what passes. */

/** Milliseconds after the last key before cards are asked for. */
const pause = 300;

/** What is written, and the last of it that can be read. */
export function useFilter() {
  const written = query.value.get('q') ?? '';
  const good = useRef('');
  if (parse(written).filter) good.current = written;
  const writing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(writing.current), []);
  const write = (text: string) => {
    clearTimeout(writing.current);
    writing.current = setTimeout(() => {
      const asked = text.trim() === '' ? '' : `?${new URLSearchParams({ q: text })}`;
      go(path.peek() + asked, { replace: true });
    }, pause);
  };
  return { written, good: good.current.trim(), write };
}

const kinds = ['label', 'member', 'list', 'board'] as const;

/** What cards name, also those that were shown before. */
function useNames(cards: readonly MyCard[]): OnBoard {
  const [names] = useState(() => new Map(kinds.map((kind) => [kind, new Set<string>()])));
  const [fields] = useState(() => new Map<string, OnBoard['fields'][number]>());
  for (const { labels, members, list, board, work } of cards) {
    for (const { name } of labels) names.get('label')?.add(name);
    for (const { user } of members) if (user?.name) names.get('member')?.add(user.name);
    names.get('list')?.add(list.name);
    names.get('board')?.add(board.name);
    for (const field of work?.fields ?? []) fields.set(field.name, { ...field, options: [] });
  }
  return {
    namesOf: (of) => [...(names.get(of) ?? [])],
    fields: [...fields.values()],
  };
}

interface WorkFilterProps {
  cards: readonly MyCard[];
  written: string;
  write: (text: string) => void;
}

export const WorkFilter = ({ cards, written, write }: WorkFilterProps) => (
  <search>
    <FilterField
      label={texts.filter}
      name="q"
      value={written}
      placeholder={texts.filterExample}
      known={useNames(cards)}
      problemIn={(text) => parse(text).problem}
      changed={write}
      isBare
    />
  </search>
);
