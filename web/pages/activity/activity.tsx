import { effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type BoardActivityKind, boardActivityKinds } from '../../../contract/board-activities.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { usePages } from '../../app/pages-of.ts';
import { server } from '../../app/session.ts';
import { may } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { activityTexts as texts } from '../../messages/activity.ts';
import { Ago } from '../../ui/ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { BotMark } from '../../ui/bot-mark.tsx';
import { Filled } from '../../ui/filled.tsx';
import { type Asked, UndoSheet } from './undo.tsx';

type Activity = ReplyOf<typeof routes.boardActivities.list>['activities'][number];

/** Milliseconds after a change until what happened is read again: several changes are read at once. */
const settle = 1500;

/** Counts up a little after the board has changed. */
function useChanges(board: OpenBoard): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const end = effect(() => {
      void board.changed.value;
      void board.store.lists.value;
      if (!isFirst)
        timer ??= setTimeout(() => {
          timer = undefined;
          setCount((now) => now + 1);
        }, settle);
      isFirst = false;
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  return count;
}

/** What happened on the board, newest first, by whom and of which kind. */
export function BoardActivity({ board }: { board: OpenBoard }) {
  const [user, setUser] = useState('');
  const [kind, setKind] = useState<BoardActivityKind | ''>('');
  const changes = useChanges(board);
  const pages = usePages(`activity ${board.id} ${user} ${kind} ${changes}`, async (cursor, signal) => {
    const query = { ...(user && { userId: user }), ...(kind && { kind }), ...(cursor && { cursor }) };
    const input = { params: { boardPublicId: board.id }, query };
    const { reply } = await server.ask(routes.boardActivities.list, input, { signal });
    return { items: reply.activities, nextCursor: reply.nextCursor };
  });
  const { items, hasMore, problem, more } = pages;
  const [asked, setAsked] = useState<Asked>();
  const mayUndo = may(board, 'card:edit');
  return (
    <>
      <div class="pair">
        <People board={board} chosen={user} choose={setUser} />
        <label class="field">
          {texts.kind}
          <select
            class="input"
            value={kind}
            onChange={({ currentTarget: { value } }) => setKind(value as BoardActivityKind | '')}
          >
            <option value="">{texts.everything}</option>
            {boardActivityKinds.map((each) => (
              <option key={each} value={each}>
                {texts.kinds[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {items && (
        <ul class="rows">
          {inGroups(items).map((each) => (
            <Happened key={each.position} of={each} undo={mayUndo ? setAsked : undefined} />
          ))}
        </ul>
      )}
      {asked && <UndoSheet boardId={board.id} asked={asked} close={() => setAsked(undefined)} />}
      {hasMore && (
        <button class="button begin-plain" type="button" onClick={() => void more()}>
          {texts.more}
        </button>
      )}
      {items && (
        <p class="quiet">
          {items.length === 0 && !hasMore ? texts.none : texts.older}{' '}
          <a href={`/b/${board.id}/calendar`}>{texts.follow}</a>
        </p>
      )}
    </>
  );
}

interface PeopleProps {
  board: OpenBoard;
  chosen: string;
  choose: (user: string) => void;
}

function People({ board: { store }, chosen, choose }: PeopleProps) {
  const people = store.members.value.flatMap((id) => store.get('member', id).value?.user ?? []);
  return (
    <label class="field">
      {texts.person}
      <select class="input" value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
        <option value="">{texts.everyone}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? texts.someone}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What happened, with how many changes an undo made: they are one entry, with the time of the first. */
interface Grouped extends Activity {
  undid: number;
}

function inGroups(items: readonly Activity[]): Grouped[] {
  const groups: Grouped[] = [];
  for (const each of items) {
    const last = groups.at(-1);
    if (each.key?.undo && last?.key?.undo === each.key.undo)
      groups[groups.length - 1] = { ...last, createdAt: each.createdAt, undid: last.undid + 1 };
    else groups.push({ ...each, undid: each.key?.undo ? 1 : 0 });
  }
  return groups;
}

/** What is undone from an entry on: what its key did, or the undo that it is. */
function askedBy({ user, key, createdAt: from }: Activity): Asked | undefined {
  if (!key || key.rule) return undefined;
  if (key.undo) return { undoPublicId: key.undo, name: texts.theUndo(key.name), from };
  const name = key.isBot && user.name ? user.name : texts.theKey(key.name);
  return key.id === 0 ? undefined : { apiKey: key.id, name, from };
}

interface HappenedProps {
  of: Grouped;
  undo: ((asked: Asked) => void) | undefined;
}

function Happened({ of, undo }: HappenedProps) {
  const { type, user, key, card, list, createdAt, undid } = of;
  const asked = undo && askedBy(of);
  const name = user.name ?? texts.someone;
  const isOfList = type.startsWith('list.');
  return (
    <li>
      <Avatar id={user.id} name={name} isBot={key?.isBot} />
      <div class="grow">
        <p>
          <strong>{name}</strong> {key?.isBot && <BotMark />}{' '}
          {undid > 1 && key ? (
            texts.undid(undid, key.name)
          ) : (
            <>
              <Filled text={texts.phraseOf(type)}>
                {card && (
                  <a href={`/c/${card.publicId}`} dir="auto">
                    {card.title}
                  </a>
                )}
                {isOfList && <bdi>{list?.name}</bdi>}
              </Filled>{' '}
              {key && <span class="quiet">{texts.by(key)}</span>}
            </>
          )}
        </p>
        {asked && (
          <button
            class="button plain small"
            type="button"
            aria-label={texts.undoOf(asked.name, createdAt)}
            onClick={() => undo(asked)}
          >
            {texts.undo}
          </button>
        )}
      </div>
      <Ago at={createdAt} />
    </li>
  );
}
