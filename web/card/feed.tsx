import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { t } from '../messages/en.ts';
import { server } from '../pages/session.ts';
import { Ago } from '../ui/ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { OneComment, WriteComment } from './comments.tsx';
import { type Activity, type Entry, entriesOf, sentenceOf } from './history.ts';
import { gone } from './later.ts';
import type { CardPart } from './part.ts';

/** Entries that are asked for at once. */
const page = 50;

const flag = 'whole history';
/** Whether all that happened is shown, or what was said only. */
const isWhole = signal(localStorage.getItem(flag) !== null);

function showWhole(is: boolean): void {
  isWhole.value = is;
  if (is) localStorage.setItem(flag, '1');
  else localStorage.removeItem(flag);
}

interface Feed {
  activities: readonly Activity[];
  cursor: string | null;
}

/** What was said of a card and what happened to it, the newest first. */
export function FeedPart(part: CardPart) {
  const { id, card } = part;
  const [feed, setFeed] = useState<Feed>();
  const shownPages = useRef(1);
  const ask = async (cursor?: string) => {
    const query = { limit: page, include: ['apiKey' as const], ...(cursor ? { cursor } : {}) };
    const { reply } = await server.ask(routes.activities.list, { params: { cardPublicId: id }, query });
    return reply;
  };
  const readAll = async (): Promise<Feed> => {
    let activities: readonly Activity[] = [];
    let cursor: string | null = null;
    for (let at = 0; at < shownPages.current && (at === 0 || cursor); at++) {
      const reply = await ask(cursor ?? undefined);
      activities = [...activities, ...reply.activities];
      cursor = reply.nextCursor;
    }
    return { activities, cursor };
  };
  useEffect(() => {
    let isLeft = false;
    readAll()
      .then((read) => !isLeft && setFeed(read))
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
    // The card was read again: so is what happened to it.
  }, [card]);
  const more = async () => {
    if (!feed?.cursor) return;
    const { activities, nextCursor } = await ask(feed.cursor);
    shownPages.current++;
    setFeed({ activities: [...feed.activities, ...activities], cursor: nextCursor });
  };
  const entries = entriesOf(feed?.activities ?? []).filter(
    ({ comment }) => (comment || isWhole.value) && !gone.value.has(comment?.publicId ?? ''),
  );
  return (
    <section class="feed">
      <header>
        <h2>{t.card.comments}</h2>
        <span class="room" />
        <button
          class="button plain small"
          type="button"
          aria-pressed={isWhole.value}
          onClick={() => showWhole(!isWhole.value)}
        >
          {isWhole.value ? t.history.hide : t.history.show}
        </button>
      </header>
      <WriteComment {...part} />
      <ol>
        {entries.map((entry) =>
          entry.comment ? (
            <OneComment key={entry.id} {...part} entry={entry} comment={entry.comment} />
          ) : (
            <Happened key={entry.id} entry={entry} />
          ),
        )}
      </ol>
      {feed?.cursor && (
        <button class="button small" type="button" onClick={() => void more().catch(() => undefined)}>
          {t.history.more}
        </button>
      )}
    </section>
  );
}

function Happened({ entry }: { entry: Entry }) {
  const { user, key, at } = entry;
  const name = user.name ?? t.card.someone;
  return (
    <li class="happened">
      <Avatar id={user.id} name={name} />
      <p>
        <strong>{name}</strong> {sentenceOf(entry)} <Ago at={at} />
        {key && <span class="quiet"> · {t.history.by(key)}</span>}
      </p>
    </li>
  );
}
