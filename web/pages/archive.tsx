import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { ago, moment } from '../messages/formats.ts';
import type { PanelPart } from './board-info.ts';
import { nameOf } from './board-members.tsx';
import { usePages } from './pages-of.ts';
import { PickList } from './pick-list.tsx';
import { server } from './session.ts';

/* What was put away: archived cards of a board, and what is in its trash or in that of its workspace. */

const perPage = 50;

type Operations = { type: 'restore' | 'delete'; cardPublicId: string }[];

/** So many cards can be changed by one request. */
const atOnce = 200;

async function changeCards(type: 'restore' | 'delete', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const operations: Operations = ids
      .slice(from, from + atOnce)
      .map((cardPublicId) => ({ type, cardPublicId }));
    await server.ask(routes.cards.bulk, { body: { operations } });
  }
}

export function ArchivedCards({ board }: { board: OpenBoard }) {
  const [text, setText] = useState('');
  const query = text.trim();
  const pages = usePages(`${board.id} ${query}`, async (cursor, signal) => {
    const { reply } = await server.ask(
      routes.boards.cards,
      {
        params: { boardPublicId: board.id },
        query: { archived: true, limit: perPage, ...(cursor ? { cursor } : {}), ...(query ? { query } : {}) },
      },
      { signal },
    );
    return { items: reply.cards, nextCursor: reply.nextCursor };
  });
  const rows = pages.items?.map((card) => ({
    id: card.publicId,
    title: card.title,
    href: `/c/${card.publicId}`,
    note: [
      board.store.get('list', card.listPublicId).value?.name,
      card.archivedAt && t.archive.archived(ago(card.archivedAt)),
    ]
      .filter(Boolean)
      .join(' · '),
    when: card.archivedAt ? moment(card.archivedAt) : '',
  }));
  return (
    <PickList
      rows={rows}
      pages={pages}
      none={query ? t.archive.noneFound : t.archive.noneArchived}
      search={{ label: t.archive.search, text, setText }}
      actions={[
        { text: t.archive.restore, done: t.archive.restored, run: (ids) => changeCards('restore', ids) },
        {
          text: t.archive.toTrash,
          done: t.archive.deleted,
          isDangerous: true,
          run: (ids) => changeCards('delete', ids),
        },
      ]}
    />
  );
}

type TrashItem = ReplyOf<typeof routes.trash.list>['items'][number];

/** The trash of a board: its cards and lists. */
export const Trash = ({ board, info }: PanelPart) => {
  const known = info.value.value;
  return known && <TrashOf workspace={known.workspace} board={board.id} people={namesOf(known.people)} />;
};

export const namesOf = (people: readonly Parameters<typeof nameOf>[0][]): ReadonlyMap<string, string> =>
  new Map(people.map((member) => [member.user?.id ?? '', nameOf(member)]));

interface TrashOfProps {
  workspace: string;
  /** Only what was on this board. */
  board?: string;
  /** Names by the ids of accounts. */
  people: ReadonlyMap<string, string>;
}

export function TrashOf({ workspace, board, people }: TrashOfProps) {
  const pages = usePages(`${workspace} ${board ?? ''}`, async (cursor, signal) => {
    const { reply } = await server.ask(
      routes.trash.list,
      {
        params: { workspacePublicId: workspace },
        query: {
          limit: perPage,
          ...(cursor ? { cursor } : {}),
          ...(board ? { boardPublicId: board } : {}),
        },
      },
      { signal },
    );
    return reply;
  });
  const items = pages.items ?? [];
  const rows = pages.items?.map(({ publicId, title, type, deletedAt, deletedBy }) => ({
    id: publicId,
    title,
    note: [t.archive.kinds[type], t.archive.deletedBy(people.get(deletedBy ?? ''), ago(deletedAt))].join(
      ' · ',
    ),
    when: moment(deletedAt),
  }));
  return (
    <>
      <p class="quiet">{t.archive.trashHint}</p>
      <PickList
        rows={rows}
        pages={pages}
        none={t.archive.trashEmpty}
        actions={[
          {
            text: t.archive.restore,
            done: t.archive.restored,
            run: (ids) => restore(items.filter(({ publicId }) => ids.includes(publicId))),
          },
        ]}
      />
    </>
  );
}

/** Boards come before their lists, and these before their cards: what lies in something that is away cannot come back. */
async function restore(items: readonly TrashItem[]): Promise<void> {
  const of = (kind: TrashItem['type']) =>
    items.filter(({ type }) => type === kind).map(({ publicId }) => publicId);
  for (const boardPublicId of of('board'))
    await server.ask(routes.boards.restore, { params: { boardPublicId } });
  for (const listPublicId of of('list')) await server.ask(routes.lists.restore, { params: { listPublicId } });
  await changeCards('restore', of('card'));
}
