import { useState } from 'preact/hooks';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import type { OpenBoard } from '../../board/open.ts';
import { ruleTexts as texts } from '../../messages/rules.ts';

type Trial = ReplyOf<typeof routes.rules.try>;

interface TryProps {
  board: OpenBoard;
  /** How the button is called in full; nothing if what it shows is enough. */
  label?: string;
  /** The rule, at the moment of the press. */
  given: () => BodyOf<typeof routes.rules.try>;
}

/** Says what a rule would do now. */
export function Try({ board, label, given }: TryProps) {
  const [said, setSaid] = useState<readonly string[]>();
  const run = async () => {
    try {
      const params = { boardPublicId: board.id };
      const { reply } = await server.ask(routes.rules.try, { params, body: given() });
      setSaid(wordsOf(reply));
    } catch (error) {
      setSaid([problemOf(error)]);
    }
  };
  return (
    <>
      <button class="button small" type="button" aria-label={label} onClick={() => void run()}>
        {texts.try}
      </button>
      <div role="status" class="quiet" dir="auto">
        {said?.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  );
}

/** What a try found, in sentences. */
function wordsOf({ cards, isMore, first, ran, error, ...would }: Trial): string[] {
  const { tried } = texts;
  const passing =
    cards === null
      ? []
      : cards === 0
        ? [tried.none]
        : [
            `${tried.cards(cards, isMore)} ${first.map(({ title }) => title).join(', ')}${cards > first.length ? ' …' : ''}`,
          ];
  if (error !== null) return [...passing, tried.failed(error)];
  if (!ran) return passing.length > 0 ? passing : [tried.onlyOnCards];
  const on = first[0]?.title;
  const does = doing(would);
  return [...passing, does.length === 0 ? tried.nothing(on) : tried.would(does, on)];
}

/** What is done, each once; what has no words is counted. */
function doing({ does, notifies, sends }: Pick<Trial, 'does' | 'notifies' | 'sends'>): string[] {
  const { tried } = texts;
  const named = new Set(does.flatMap((type) => texts.does[type] ?? []));
  const others = does.filter((type) => texts.does[type] === undefined).length;
  return [
    ...named,
    ...(others > 0 ? [tried.others(others)] : []),
    ...(notifies > 0 ? [tried.notify(notifies)] : []),
    ...(sends > 0 ? [tried.send(sends)] : []),
  ];
}
