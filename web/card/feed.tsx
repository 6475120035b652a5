import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { problemOf } from '../app/problem.ts';
import { me } from '../app/session.ts';
import { may } from '../board/may.ts';
import { cardTexts, historyTexts } from '../messages/card.ts';
import { local } from '../sync/local.ts';
import { Ago } from '../ui/ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { BotMark } from '../ui/bot-mark.tsx';
import { toast } from '../ui/toast.tsx';
import { OneComment, WriteComment } from './comments.tsx';
import { type Entry, entriesOf, entriesWith, sentenceOf } from './history.ts';
import type { CardPart } from './part.ts';
import { Questions } from './questions.tsx';

const flag = 'whole history';
/** Whether the history is shown too, or only the comments. */
const isWhole = signal(local.get(flag) !== null);

function showWhole(is: boolean): void {
  isWhole.value = is;
  if (is) local.set(flag, '1');
  else local.drop(flag);
}

const say = (error: unknown) => toast(problemOf(error));

/** The comments and history of a card, newest first. */
export function FeedPart({ hasField, ...part }: CardPart & { hasField: boolean }) {
  const { id, reader, board } = part;
  const { activities, cursor } = reader.feed.value;
  const tile = board.store.get('card', id).value;
  const all = entriesWith(entriesOf(activities), board.parts.of(id).value, {
    id: me.value?.id ?? '',
    name: me.value?.name ?? null,
  });
  const entries = all.filter(({ comment }) => comment || isWhole.value);
  useEffect(() => {
    const [, linked] = /^#comment-([0-9a-z]{16})$/.exec(location.hash) ?? [];
    // A link may lead to an old comment.
    if (linked && activities.length > 0) void reader.find(linked).catch(() => undefined);
  }, [activities.length > 0]);
  return (
    <section class="feed">
      <header>
        <h2 class="unseen">{cardTexts.comments}</h2>
        <div class="segments" role="group" aria-label={historyTexts.shown}>
          <button type="button" aria-pressed={!isWhole.value} onClick={() => showWhole(false)}>
            {cardTexts.comments}
          </button>
          <button type="button" aria-pressed={isWhole.value} onClick={() => showWhole(true)}>
            {historyTexts.everything}
          </button>
        </div>
      </header>
      {/* A tile says whether there are some; one that is not stored yet has none, and an archived card no tile. */}
      {(!tile || tile.questionCount) && (
        <Questions card={id} version={tile?.questionCount} mayAnswer={may(board, 'comment:create')} />
      )}
      {hasField && <WriteComment {...part} />}
      <ol>
        {entries.map((entry) =>
          entry.comment ? (
            <OneComment
              key={entry.comment.publicId}
              {...part}
              entry={entry}
              comment={entry.comment}
              answered={entries.find(({ comment }) => comment?.publicId === entry.comment?.replyTo)}
            />
          ) : (
            <Happened key={entry.id} entry={entry} />
          ),
        )}
      </ol>
      {cursor !== null && (
        <button class="button small" type="button" onClick={() => void reader.more().catch(say)}>
          {historyTexts.more}
        </button>
      )}
    </section>
  );
}

function Happened({ entry }: { entry: Entry }) {
  const { user, isBot, key, at } = entry;
  const name = user.name ?? cardTexts.someone;
  return (
    <li class="happened">
      <Avatar id={user.id} name={name} isBot={isBot} size="small" />
      <p>
        <strong>{name}</strong> {isBot && <BotMark />} {sentenceOf(entry)}
        {key && ` · ${key}`}
      </p>
      <Ago at={at} />
    </li>
  );
}
