import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { me, server } from '../app/session.ts';
import { questionTexts as texts } from '../messages/questions.ts';
import { draftOf, dropDraft, keepDraft } from '../sync/drafts.ts';
import { Ago } from '../ui/ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { BotMark } from '../ui/bot-mark.tsx';
import { Markdown } from '../ui/markdown.tsx';
import './questions.css';

type Question = ReplyOf<typeof routes.questions.ask>;

interface QuestionsProps {
  card: string;
  /** Reads them again when it changes. */
  version: unknown;
  mayAnswer: boolean;
  /** Called once a question was answered or withdrawn. */
  changed?: () => unknown;
}

/** The option of a question that the address leads to, as in a mail; it is answered by a press, never by opening it. */
const ledTo = (publicId: string): number | undefined => {
  const [, id, option] = /^#answer-([0-9a-z]{16})-([0-9])$/.exec(location.hash) ?? [];
  return id === publicId ? Number(option) : undefined;
};

/** The open questions of a card, each answered by one press or with a text. */
export function Questions({ card, version, mayAnswer, changed }: QuestionsProps) {
  const [open, setOpen] = useState<readonly Question[]>([]);
  const [problem, setProblem] = useState<string>();
  const read = async (isOff: () => boolean = () => false) => {
    try {
      const { reply } = await server.ask(routes.questions.list, { params: { cardPublicId: card } });
      if (!isOff()) setOpen(reply.questions.toReversed());
    } catch (error) {
      if (!isOff()) setProblem(problemOf(error));
    }
  };
  useEffect(() => {
    let isOff = false;
    void read(() => isOff);
    return () => {
      isOff = true;
    };
  }, [card, version]);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(undefined);
    let isDone = true;
    try {
      await work();
    } catch (error) {
      // Somebody else was faster, for example.
      isDone = false;
      setProblem(problemOf(error));
    }
    await read();
    await changed?.();
    return isDone;
  };
  if (open.length === 0 && problem === undefined) return null;
  return (
    <section aria-label={texts.open}>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ul class="questions">
        {open.map((question) => (
          <OneQuestion key={question.publicId} question={question} mayAnswer={mayAnswer} act={act} />
        ))}
      </ul>
    </section>
  );
}

interface OneQuestionProps {
  question: Question;
  mayAnswer: boolean;
  act: (work: () => Promise<unknown>) => Promise<boolean>;
}

function OneQuestion({ question, mayAnswer, act }: OneQuestionProps) {
  const { publicId, askedBy, askedTo, options, text, createdAt, apiKey } = question;
  const [isBusy, setBusy] = useState(false);
  const params = { questionPublicId: publicId };
  const ownId = me.value?.id;
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    const isDone = await act(work);
    setBusy(false);
    return isDone;
  };
  const answer = (body: { option: number } | { text: string }) =>
    run(() => server.ask(routes.questions.answer, { params, body }));
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = ledTo(publicId);
    const button = option === undefined ? undefined : choices.current?.querySelectorAll('button')[option];
    button?.focus();
    button?.scrollIntoView({ block: 'center' });
  }, [publicId]);
  const who = askedBy.name ?? texts.someone;
  const asked =
    askedTo && askedTo.id === ownId
      ? texts.asksYou(who)
      : texts.asks(who, askedTo ? (askedTo.name ?? texts.someone) : undefined);
  return (
    <li>
      <Avatar id={askedBy.id} name={who} isBot={askedBy.isBot} />
      <div>
        <p class="said-by">
          <strong>{asked}</strong> {askedBy.isBot && <BotMark />} <Ago at={createdAt} />
          {apiKey && <span class="quiet"> · {apiKey.name}</span>}
        </p>
        <Markdown text={text} />
        {mayAnswer && options.length > 0 && (
          <div class="possible" role="group" aria-label={texts.options} ref={choices}>
            {options.map((option, place) => (
              <button
                key={option}
                class="button"
                type="button"
                dir="auto"
                disabled={isBusy}
                onClick={() => void answer({ option: place })}
              >
                {option}
              </button>
            ))}
          </div>
        )}
        {mayAnswer && <OwnWords id={publicId} isBusy={isBusy} send={(own) => answer({ text: own })} />}
        {askedBy.id === ownId && (
          <p class="deeds">
            <button
              class="link"
              type="button"
              disabled={isBusy}
              onClick={() => void run(() => server.ask(routes.questions.withdraw, { params }))}
            >
              {texts.withdraw}
            </button>
          </p>
        )}
      </div>
    </li>
  );
}

interface OwnWordsProps {
  id: string;
  isBusy: boolean;
  send: (text: string) => Promise<boolean>;
}

/** An answer that is none of the options. */
function OwnWords({ id, isBusy, send }: OwnWordsProps) {
  const key = `answer to ${id}`;
  const [text, setText] = useState(() => draftOf(key) ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        void send(text.trim()).then((isSent) => isSent && dropDraft(key));
      }}
    >
      <input
        class="input"
        value={text}
        placeholder={texts.other}
        aria-label={texts.other}
        maxLength={10_000}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          keepDraft(key, value);
        }}
      />
      {text.trim() !== '' && (
        <button class="button primary" type="submit" disabled={isBusy}>
          {texts.answer}
        </button>
      )}
    </form>
  );
}
