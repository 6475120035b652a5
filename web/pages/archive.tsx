import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import type { Permission } from '../../contract/permissions.ts';
import { routes } from '../../contract/routes.ts';
import { type PagesOf, usePages } from '../app/pages-of.ts';
import { server } from '../app/session.ts';
import { may } from '../board/may.ts';
import type { OpenBoard } from '../board/open.ts';
import { ago, moment } from '../messages/formats.ts';
import { archiveTexts } from '../messages/pages.ts';
import type { PanelPart } from './board-info.ts';
import { nameOf } from './board-people.tsx';
import { PickList } from './pick-list.tsx';

/* The archived lists and cards of a board, and the trash of a board or workspace. */

const perPage = 50;

type Operations = { type: 'restore' | 'delete'; cardPublicId: string }[];

/** Max number of cards per request. */
const atOnce = 200;

async function changeCards(type: 'restore' | 'delete', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const operations: Operations = ids
      .slice(from, from + atOnce)
      .map((cardPublicId) => ({ type, cardPublicId }));
    await server.ask(routes.cards.bulk, { body: { operations } });
  }
}

/** The archive of a board: its lists, if any, are restored with the cards in them. */
export function Archive({ board }: { board: OpenBoard }) {
  // Read again when a list is archived or restored by anyone; the user's own changes count once they are sent.
  const key = `${board.id} ${board.store.lists.value.join()} ${board.outbox.waiting.value}`;
  const lists = usePages(key, async (_cursor, signal) => {
    const input = { params: { boardPublicId: board.id }, query: { archived: true } };
    const { reply } = await server.ask(routes.lists.list, input, { signal });
    return { items: reply, nextCursor: null };
  });
  const isSome = lists.items !== undefined && lists.items.length > 0;
  return (
    <>
      {isSome && <h3>{archiveTexts.lists}</h3>}
      {isSome && <ArchivedLists board={board} lists={lists} />}
      {isSome && <h3>{archiveTexts.cards}</h3>}
      <ArchivedCards board={board} />
    </>
  );
}

interface ArchivedListsProps {
  board: OpenBoard;
  lists: PagesOf<ReplyOf<typeof routes.lists.list>[number]>;
}

function ArchivedLists({ board, lists }: ArchivedListsProps) {
  const rows = lists.items?.map(({ publicId, name, archivedAt, cardCount }) => ({
    id: publicId,
    title: name,
    note: archiveTexts.list(cardCount, archiveTexts.archived(ago(archivedAt ?? ''))),
    when: moment(archivedAt ?? ''),
  }));
  const each =
    (operation: typeof routes.lists.restore | typeof routes.lists.delete) =>
    async (ids: readonly string[]) => {
      for (const listPublicId of ids) await server.ask(operation, { params: { listPublicId } });
    };
  return (
    <PickList
      label={archiveTexts.lists}
      rows={rows}
      pages={lists}
      none=""
      actions={[
        {
          text: archiveTexts.restore,
          needs: 'list:edit' as const,
          done: archiveTexts.restored,
          run: each(routes.lists.restore),
        },
        {
          text: archiveTexts.toTrash,
          needs: 'list:delete' as const,
          done: archiveTexts.listsDeleted,
          isDangerous: true,
          run: each(routes.lists.delete),
        },
      ].filter(({ needs }) => may(board, needs))}
    />
  );
}

function ArchivedCards({ board }: { board: OpenBoard }) {
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
      board.store.get('list', card.listPublicId).value?.name ?? archiveTexts.inArchivedList,
      card.archivedAt && archiveTexts.archived(ago(card.archivedAt)),
    ]
      .filter(Boolean)
      .join(' · '),
    when: card.archivedAt ? moment(card.archivedAt) : '',
  }));
  return (
    <PickList
      label={archiveTexts.cards}
      rows={rows}
      pages={pages}
      none={query ? archiveTexts.noneFound : archiveTexts.noneArchived}
      search={{ label: archiveTexts.search, text, setText }}
      actions={[
        {
          text: archiveTexts.restore,
          needs: 'card:edit' as const,
          done: archiveTexts.restored,
          run: (ids: readonly string[]) => changeCards('restore', ids),
        },
        {
          text: archiveTexts.toTrash,
          needs: 'card:delete' as const,
          done: archiveTexts.deleted,
          isDangerous: true,
          run: (ids: readonly string[]) => changeCards('delete', ids),
        },
      ].filter(({ needs }) => may(board, needs))}
    />
  );
}

type TrashItem = ReplyOf<typeof routes.trash.list>['items'][number];

/** The trash of a board: its cards and lists. */
export const Trash = ({ board, info }: PanelPart) => {
  const known = info.value.value;
  return (
    known && (
      <TrashOf
        workspace={known.workspace}
        board={board.id}
        people={namesOf(known.people)}
        mayRestore={(type) => type !== 'board' && restorable[type].every((each) => known.may(each))}
      />
    )
  );
};

export const namesOf = (people: readonly Parameters<typeof nameOf>[0][]): ReadonlyMap<string, string> =>
  new Map(people.map((member) => [member.user?.id ?? '', nameOf(member)]));

/** The permissions to restore an item of each kind. */
export const restorable: Readonly<Record<TrashItem['type'], readonly Permission[]>> = {
  board: ['board:delete'],
  list: ['list:delete'],
  card: ['card:delete', 'card:edit'],
  attachment: ['card:edit'],
};

interface TrashOfProps {
  workspace: string;
  /** Only what was on this board. */
  board?: string;
  /** Names by user id. */
  people: ReadonlyMap<string, string>;
  /** Whether the user may restore items of this kind; those that they may not are only listed. */
  mayRestore?: (type: TrashItem['type']) => boolean;
}

export function TrashOf({ workspace, board, people, mayRestore = () => true }: TrashOfProps) {
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
    note: [
      archiveTexts.kinds[type],
      archiveTexts.deletedBy(people.get(deletedBy ?? ''), ago(deletedAt), type),
    ].join(' · '),
    when: moment(deletedAt),
    isFixed: !mayRestore(type),
  }));
  return (
    <>
      {board && <p class="quiet">{archiveTexts.trashHint}</p>}
      <PickList
        rows={rows}
        pages={pages}
        none={archiveTexts.trashEmpty}
        actions={[
          {
            text: archiveTexts.restore,
            done: archiveTexts.restored,
            run: (ids) => restore(items.filter(({ publicId }) => ids.includes(publicId))),
          },
        ]}
      />
    </>
  );
}

/**
 * Restores boards before their lists, lists before their cards, and cards before their files: nothing can be restored into
 * something that is deleted.
 */
async function restore(items: readonly TrashItem[]): Promise<void> {
  const of = (kind: TrashItem['type']) =>
    items.filter(({ type }) => type === kind).map(({ publicId }) => publicId);
  for (const boardPublicId of of('board'))
    await server.ask(routes.boards.restore, { params: { boardPublicId } });
  for (const listPublicId of of('list')) await server.ask(routes.lists.restore, { params: { listPublicId } });
  await changeCards('restore', of('card'));
  for (const attachmentPublicId of of('attachment'))
    await server.ask(routes.attachments.restore, { params: { attachmentPublicId } });
}
