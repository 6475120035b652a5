import { useEffect, useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { Questions } from '../../card/questions.tsx';
import { inboxTexts as texts } from '../../messages/inbox.ts';
import { draftOf, dropDraft, keepDraft } from '../../sync/drafts.ts';
import { Ago } from '../../ui/ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { BotMark } from '../../ui/bot-mark.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import type { Row } from './groups.ts';
import { originOf, sentenceOf, subjectOf } from './sentence.ts';

type Card = ReplyOf<typeof routes.cards.get>;
type Comment = ReplyOf<typeof routes.comments.list>['comments'][number];

interface Read {
  card: Card;
  /** The newest comments, oldest first. */
  comments: readonly Comment[];
}

/** How many comments are shown; all are on the card's own page. */
const recent = 10;

/** The card of a row, to read and to answer; all else is on the card's own page. */
export function Beside({ row }: { row: Row }) {
  const [newest] = row;
  const id = newest.card?.publicId;
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<string>();
  const load = async (off: AbortSignal) => {
    if (id === undefined) return;
    const params = { cardPublicId: id };
    try {
      const [{ reply: card }, { reply: feed }] = await Promise.all([
        server.ask(routes.cards.get, { params }, { signal: off }),
        server.ask(routes.comments.list, { params, query: { limit: recent } }, { signal: off }),
      ]);
      if (off.aborted) return;
      setProblem(undefined);
      setRead({ card, comments: feed.comments.toReversed() });
    } catch (error) {
      if (!off.aborted) setProblem(problemOf(error));
    }
  };
  // A row that was raised is about something new on its card.
  useEffect(() => {
    const off = new AbortController();
    void load(off.signal);
    return () => off.abort();
  }, [id, newest.createdAt]);
  if (id === undefined) {
    const from = originOf(newest);
    return (
      <>
        <h2>{sentenceOf(row)}</h2>
        {row.length === 1 ? from && <p>{from}</p> : <Each row={row} />}
      </>
    );
  }
  return (
    <>
      <h2 dir="auto">{read?.card.title ?? newest.card?.title ?? subjectOf(row)}</h2>
      {problem && <p class="problem">{problem}</p>}
      {read?.card.description && <Markdown text={read.card.description} />}
      {row.some(({ kind }) => kind === 'asked') && (
        <Questions
          card={id}
          version={newest.publicId}
          mayAnswer
          changed={() => load(new AbortController().signal)}
        />
      )}
      {read && <Talk comments={read.comments} />}
      {read && <Answer id={id} sent={() => load(new AbortController().signal)} />}
    </>
  );
}

/** When each of several happened, and from where. */
const Each = ({ row }: { row: Row }) => (
  <ul class="rows">
    {row.map((each) => (
      <li key={each.publicId}>
        <span class="grow">{originOf(each) || sentenceOf([each])}</span>
        <Ago at={each.createdAt} />
      </li>
    ))}
  </ul>
);

const Talk = ({ comments }: { comments: readonly Comment[] }) => (
  <ul class="talk">
    {comments.map(({ publicId, user, apiKey, comment, createdAt }) => (
      <li key={publicId}>
        <Avatar id={user.id} name={user.name ?? texts.someone} isBot={apiKey?.isBot} />
        <div>
          <p>
            <strong>{user.name ?? texts.someone}</strong> {apiKey?.isBot && <BotMark />}{' '}
            <Ago at={createdAt} />
          </p>
          <Markdown text={comment} />
        </div>
      </li>
    ))}
  </ul>
);

/** A field for an answer. Who may not comment on the card is told so when they send. */
function Answer({ id, sent }: { id: string; sent: () => Promise<void> }) {
  const key = `comment on ${id}`;
  const [text, setText] = useState(() => draftOf(key) ?? '');
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    const comment = text.trim();
    if (comment === '') return;
    try {
      await server.ask(routes.comments.create, { params: { cardPublicId: id }, body: { comment } });
      dropDraft(key);
      setText('');
      setProblem(undefined);
      await sent();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        class="input"
        rows={2}
        value={text}
        placeholder={texts.comment}
        aria-label={texts.comment}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          keepDraft(key, value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {text.trim() !== '' && (
        <button class="button primary" type="submit">
          {texts.send}
        </button>
      )}
    </form>
  );
}
