import { signal } from '@preact/signals';
import { routes } from '../../contract/routes.ts';
import { readBoards, type Workspace } from '../app/boards-data.ts';
import { go } from '../app/location.ts';
import { server } from '../app/session.ts';
import { wordsTest } from '../board/language.ts';
import type { Context } from '../board/target.ts';
import { t } from '../messages/t.ts';
import { caps } from './bindings.ts';
import { runnable } from './command.ts';
import { isApple, singleKeys } from './single-keys.ts';
import { commands } from './table.ts';

/* The palette's suggestions: commands, boards, cards of this board, and search results from the workspace. */

export interface Entry {
  kind: 'command' | 'card' | 'board' | 'result';
  id: string;
  text: string;
  hint?: string | undefined;
  keys?: readonly string[];
  run: () => void;
}

export interface Found {
  text: string;
  entries: readonly Entry[];
}

/** The boards of all workspaces, as last read. */
export const knownBoards = signal<readonly Workspace[]>([]);

export async function readKnownBoards(): Promise<void> {
  try {
    knownBoards.value = await readBoards({ type: 'regular' }, undefined);
  } catch {
    // Without a connection, the known boards are offered.
  }
}

/** Max number of suggestions of each kind. */
const most = 8;

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/** How well a text matches, lower is better; undefined if a word is missing. */
function rank(text: string, words: readonly string[]): number | undefined {
  const lower = text.toLocaleLowerCase();
  if (!words.every((word) => lower.includes(word))) return undefined;
  const [first = ''] = words;
  return lower.startsWith(first) ? 0 : lower.includes(` ${first}`) ? 1 : 2;
}

function best<T extends { text: string }>(all: readonly T[], words: readonly string[]): T[] {
  const ranked = all.flatMap((each) => {
    const at = rank(each.text, words);
    return at === undefined ? [] : [{ each, at }];
  });
  return ranked.toSorted((a, b) => a.at - b.at).map(({ each }) => each);
}

export function entriesNow(
  context: Context,
  text: string,
  isSearch: boolean,
  workspaces: readonly Workspace[],
): Entry[] {
  const words = wordsOf(text);
  const isAny = words.length > 0;
  return [
    ...(isSearch ? [] : best(commandEntries(context), words)),
    ...(isAny ? cardEntries(context, text) : []),
    ...best(boardEntries(context, workspaces), words).slice(0, isAny || isSearch ? most : 5),
  ];
}

function commandEntries(context: Context): Entry[] {
  return commands.flatMap((command) => {
    const { id, keys, isKeyOnly, about } = command;
    const run = runnable(command, context);
    if (isKeyOnly || !run) return [];
    const [shown] = singleKeys.value ? (keys ?? []) : [];
    return {
      kind: 'command' as const,
      id,
      text: t.commands.titles[id],
      run,
      ...(about === 'cards' ? { hint: targetOf(context) } : {}),
      ...(shown === undefined ? {} : { keys: caps(shown, isApple) }),
    };
  });
}

const targetOf = ({ board, card, cards }: Context): string | undefined =>
  cards.length > 1 ? t.board.cards(cards.length) : board?.store.peek('card', card ?? '')?.title;

function cardEntries({ board }: Context, text: string): Entry[] {
  if (!board) return [];
  const { store } = board;
  const isMeant = wordsTest(text, { store, now: new Date(), firstDay: 1 });
  const found: Entry[] = [];
  for (const list of store.lists.peek())
    for (const id of store.cardsOf(list).peek()) {
      const card = store.peek('card', id);
      if (!card || !isMeant(card)) continue;
      const hint = store.peek('list', list)?.name;
      found.push({ kind: 'card', id, text: card.title, hint, run: () => go(`/c/${id}`) });
      if (found.length === most) return found;
    }
  return found;
}

const boardEntries = ({ board }: Context, workspaces: readonly Workspace[]): Entry[] =>
  workspaces.flatMap(({ name: workspace, boards }) =>
    boards
      .filter(({ publicId }) => publicId !== board?.id)
      .map(({ publicId, name }) => ({
        kind: 'board' as const,
        id: publicId,
        text: name,
        hint: workspaces.length > 1 ? workspace : undefined,
        run: () => go(`/b/${publicId}`),
      })),
  );

/** Searches the workspace of the open board, or else the first few workspaces. */
export async function foundElsewhere(
  boardId: string | undefined,
  query: string,
  signal: AbortSignal,
): Promise<Entry[]> {
  const all = knownBoards.peek();
  const own = all.filter(({ boards }) => boards.some(({ publicId }) => publicId === boardId));
  const asked = (own.length > 0 ? own : all).slice(0, 3);
  const replies = await Promise.all(
    asked.map(({ id }) =>
      server.ask(
        routes.search.workspace,
        { params: { workspacePublicId: id }, query: { query: query.slice(0, 100), limit: most } },
        { signal },
      ),
    ),
  );
  return replies.flatMap(({ reply }) =>
    reply.map(({ type, publicId, title, boardName, listName }) => ({
      kind: 'result' as const,
      id: publicId,
      text: title,
      hint: [boardName, listName].filter(Boolean).join(' · '),
      run: () => go(type === 'board' ? `/b/${publicId}` : `/c/${publicId}`),
    })),
  );
}
