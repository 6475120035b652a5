import { effect } from '@preact/signals';
import { Check, CheckCheck, Mail, MailOpen, Maximize2 } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { go, path, query } from '../../app/location.ts';
import { Shell } from '../../app/shell.tsx';
import { latest, unread } from '../../app/told.ts';
import { inboxTexts as texts } from '../../messages/inbox.ts';
import { t } from '../../messages/t.ts';
import { Ago } from '../../ui/ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Beside } from './beside.tsx';
import { type Group, groupsOf, type Row } from './groups.ts';
import { arrived, changeAll, problem, readAll, readInbox, readMore, shown } from './inbox.ts';
import { useInboxKeys } from './keys.ts';
import { Later } from './later.tsx';
import type { Notification, State } from './notification.ts';
import { linkOf, sentenceOf, subjectOf } from './sentence.ts';
import './inbox.css';

const states: readonly State[] = ['unread', 'all', 'archived'];

/** What the user is told, and beside it, in wide windows, the card of the chosen row. */
export function Inbox() {
  const asked = query.value.get('state');
  const state = states.find((each) => each === asked) ?? 'unread';
  const [chosen, choose] = useState<string>();
  useEffect(() => void readInbox(state), [state]);
  useEffect(
    () =>
      effect(() => {
        const news = latest.value as Notification | undefined;
        if (news) arrived(news);
      }),
    [],
  );
  const now = shown.value?.state === state ? shown.value : undefined;
  const groups = groupsOf(now?.items ?? []);
  const rows = groups.flatMap((group) => group.rows);
  const at = Math.max(
    rows.findIndex((row) => row.some(({ publicId }) => publicId === chosen)),
    0,
  );
  const row = rows[at];
  const chooseAt = (place: number) =>
    choose(rows[Math.min(Math.max(place, 0), rows.length - 1)]?.[0].publicId);
  useInboxKeys({ row, next: () => chooseAt(at + 1), previous: () => chooseAt(at - 1) });
  return (
    <Shell title={t.inbox}>
      <div class="inbox">
        <section class="news-list" aria-label={t.inbox}>
          <Bar state={state} />
          {problem.value && (
            <p class="problem" role="alert">
              {problem.value}
            </p>
          )}
          {!now && !problem.value && <div class="coming" role="status" />}
          {now && rows.length === 0 && <Nothing state={state} />}
          {groups.map((group) => (
            <OneGroup key={group.key} group={group} chosen={row} choose={choose} />
          ))}
          {now?.nextCursor && (
            <button class="button" type="button" onClick={() => void readMore()}>
              {texts.more}
            </button>
          )}
          {rows.length > 0 && <Hints />}
        </section>
        {row && (
          <section class="news-beside" aria-label={subjectOf(row)}>
            <Deeds row={row} />
            <Beside key={row[0].card?.publicId ?? row[0].publicId} row={row} />
          </section>
        )}
      </div>
    </Shell>
  );
}

const Bar = ({ state }: { state: State }) => (
  <div class="news-bar">
    <nav class="segments" aria-label={t.inbox}>
      {states.map((each) => (
        <a
          key={each}
          href={each === 'unread' ? path.value : `${path.value}?state=${each}`}
          aria-current={each === state ? 'page' : undefined}
        >
          {texts.states[each]}
          {each === 'unread' && unread.value > 0 && <span class="quiet">{unread.value}</span>}
        </a>
      ))}
    </nav>
    {unread.value > 0 && (
      <button class="button plain small" type="button" title={texts.readAll} onClick={() => void readAll()}>
        <Icon of={CheckCheck} /> <span class="name">{texts.readAll}</span>
      </button>
    )}
  </div>
);

const Nothing = ({ state }: { state: State }) => (
  <section class="trouble">
    <h2>{state === 'unread' ? texts.nothingUnread : texts.nothing}</h2>
    <p class="quiet">{texts.nothingHint}</p>
  </section>
);

interface OneGroupProps {
  group: Group;
  chosen: Row | undefined;
  choose: (id: string) => void;
}

const OneGroup = ({ group: { place, rows }, chosen, choose }: OneGroupProps) => (
  <section>
    <h2 dir="auto">{place === undefined ? texts.needsYou : (place?.name ?? texts.account)}</h2>
    <ul>
      {rows.map((row) => (
        <OneRow key={row[0].publicId} row={row} isChosen={row === chosen} choose={choose} />
      ))}
    </ul>
  </section>
);

const wide = matchMedia('(width >= 60rem)');

function OneRow({ row, isChosen, choose }: { row: Row; isChosen: boolean; choose: (id: string) => void }) {
  const [newest] = row;
  const { publicId, actor, key, card, createdAt, readAt } = newest;
  return (
    <li>
      <a
        class={readAt ? 'news' : 'news new'}
        href={linkOf(newest)}
        data-news={publicId}
        aria-current={isChosen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          void changeAll(
            row.filter((each) => !each.readAt),
            { read: true },
          );
          if (!wide.matches) return;
          event.preventDefault();
          choose(publicId);
        }}
      >
        <span
          class="dot"
          aria-label={readAt ? undefined : texts.states.unread}
          role={readAt ? undefined : 'img'}
        />
        {actor || card ? (
          <Avatar id={actor?.id ?? ''} name={actor?.name ?? texts.someone} isBot={key?.isBot} />
        ) : (
          <Mark />
        )}
        <span class="says one-line">{sentenceOf(row)}</span>
        <Ago at={createdAt} />
        <span class="about one-line quiet" dir="auto">
          {subjectOf(row)}
        </span>
      </a>
    </li>
  );
}

function Deeds({ row }: { row: Row }) {
  const isRead = row.every(({ readAt }) => readAt);
  const isDone = row.every(({ archivedAt }) => archivedAt);
  return (
    <div class="news-deeds">
      <button class="button small" type="button" onClick={() => void changeAll(row, { archived: !isDone })}>
        <Icon of={Check} /> {isDone ? texts.undone : texts.done} <kbd aria-hidden="true">E</kbd>
      </button>
      <Later row={row} />
      <button
        class="button small icon-only"
        type="button"
        title={isRead ? texts.markUnread : texts.markRead}
        aria-label={isRead ? texts.markUnread : texts.markRead}
        onClick={() => void changeAll(row, { read: !isRead })}
      >
        <Icon of={isRead ? Mail : MailOpen} />
      </button>
      <button class="button small" type="button" onClick={() => go(linkOf(row[0]))}>
        <Icon of={Maximize2} /> {texts.open}
      </button>
    </div>
  );
}

const Hints = () => (
  <p class="news-keys quiet" aria-hidden="true">
    {texts.keys.map((each) => (
      <span key={each.at(-1)}>
        {each.slice(0, -1).map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}{' '}
        {each.at(-1)}
      </span>
    ))}
  </p>
);
