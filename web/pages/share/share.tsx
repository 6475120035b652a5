import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type OwnWorkspace, readWorkspaces } from '../../app/boards-data.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import { go, query } from '../../app/location.ts';
import { useResource } from '../../app/resource.ts';
import { me } from '../../app/session.ts';
import { Shell } from '../../app/shell.tsx';
import { Loaded } from '../../app/trouble.tsx';
import { addCard } from '../../board/commands.ts';
import { may } from '../../board/may.ts';
import { newPublicId, type OpenBoard, open, openBoard } from '../../board/open.ts';
import { shareTexts as texts } from '../../messages/share.ts';
import { local } from '../../sync/local.ts';
import type { Mutation } from '../../sync/mutation.ts';
import { recentBoards } from '../recent.ts';
import { sharedWith } from './shared.ts';

/* The page that phones open with what another app shares: it becomes a card of a board and list, the last used first. */

const ask = (signal: AbortSignal) => readWorkspaces(undefined, signal);

export function Share() {
  const all = useResource<OwnWorkspace[]>('boards ', ask, { isKept: true });
  return (
    <Shell title={texts.title}>
      <Loaded of={all}>{(workspaces) => <Sharing workspaces={workspaces} />}</Loaded>
    </Shell>
  );
}

interface Place {
  board: string;
  list: string;
}

const key = (): string => `shared to of ${me.peek()?.id ?? ''}`;

const lastPlace = (): Partial<Place> => JSON.parse(local.get(key()) ?? '{}') as Partial<Place>;

function Sharing({ workspaces }: { workspaces: readonly OwnWorkspace[] }) {
  const boards = workspaces.flatMap((workspace) => workspace.boards);
  const nameOf = (id: string) => boards.find(({ publicId }) => publicId === id)?.name;
  const recent = useMemo(() => {
    const ids = [lastPlace().board, ...recentBoards().map(({ id }) => id)];
    return [...new Set(ids)].flatMap((id) => (id && nameOf(id) ? [id] : []));
  }, []);
  const [boardId, setBoardId] = useState(recent[0] ?? boards[0]?.publicId);
  if (boardId === undefined) return <p class="quiet hint">{texts.noBoards}</p>;
  return (
    <div class="entrance">
      <Select label={texts.board} name="board" value={boardId} onChange={setBoardId}>
        {recent.length > 0 && (
          <optgroup label={texts.recent}>
            {recent.map((id) => (
              <option key={id} value={id} selected={id === boardId}>
                {nameOf(id)}
              </option>
            ))}
          </optgroup>
        )}
        {workspaces.map(({ id, name, boards: those }) => (
          <optgroup key={id} label={name}>
            {those
              .filter(({ publicId }) => !recent.includes(publicId))
              .map(({ publicId, name: board }) => (
                <option key={publicId} value={publicId} selected={publicId === boardId}>
                  {board}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
      <OnBoard key={boardId} id={boardId} />
    </div>
  );
}

/** Opens the board, so that the card is added as on its own page: at once, and without a connection too. */
function OnBoard({ id }: { id: string }) {
  const [board, setBoard] = useState<OpenBoard>();
  useEffect(() => {
    const opened = open(id);
    setBoard(opened);
    // Once a card was added it is the board of the next page.
    return () => openBoard.peek() !== opened && opened.close();
  }, []);
  return board ? <ToList board={board} /> : null;
}

function ToList({ board }: { board: OpenBoard }) {
  const { store, follower } = board;
  const shared = useMemo(() => sharedWith(query.peek()), []);
  const lists = useComputed(() =>
    store.lists.value.map((id) => ({ id, name: store.get('list', id).value?.name ?? '' })),
  ).value;
  if (!follower.isFilled.value)
    return follower.isAway.value ? <p class="quiet">{texts.away}</p> : <div class="coming" />;
  if (!may(board, 'card:create')) return <p class="quiet">{texts.readOnly}</p>;
  if (lists.length === 0) return <p class="quiet">{texts.noLists}</p>;
  const last = lastPlace().list;
  const chosen = lists.some(({ id }) => id === last) ? last : lists[0]?.id;
  const add = async ({ title = '', description = '', list = '' }: Record<string, string>) => {
    const made = newCard(board, title, description.trim(), list);
    board.do(made.mutation, { isQuiet: true });
    local.set(key(), JSON.stringify({ board: board.id, list } satisfies Place));
    openBoard.peek()?.close();
    openBoard.value = board;
    go(`/c/${made.id}`, { replace: true });
  };
  return (
    <Form submit={texts.add} onSubmit={add}>
      <Select label={texts.list} name="list">
        {lists.map(({ id, name }) => (
          <option key={id} value={id} selected={id === chosen}>
            {name}
          </option>
        ))}
      </Select>
      <Field label={texts.cardTitle} name="title" value={shared.title} maxLength={2000} isFirst />
      {shared.description && (
        <label class="field">
          <span class="field-label">{texts.description}</span>
          <textarea class="input" rows={4} name="description" defaultValue={shared.description} />
        </label>
      )}
    </Form>
  );
}

/** A card at the end of a list. */
function newCard({ store }: OpenBoard, title: string, description: string, listId: string) {
  const id = newPublicId();
  const made = addCard(store, id, title, {
    listId,
    after: store.cardsOf(listId).peek().at(-1) ?? null,
    before: null,
  });
  const mutation: Mutation = {
    ...made,
    effects: made.effects.map((effect) =>
      effect.kind === 'card' && effect.fields
        ? { ...effect, fields: { ...effect.fields, hasDescription: description !== '' } }
        : effect,
    ),
    input: { body: { ...(made.input.body as object), ...(description ? { description } : {}) } },
  };
  return { id, mutation };
}
