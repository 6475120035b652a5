import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import type { OpenBoard } from '../../board/open.ts';
import { ago } from '../../messages/formats.ts';
import { ruleTexts as texts } from '../../messages/rules.ts';

type Page = ReplyOf<typeof routes.rules.runs>;

/** What the rules of a board did. */
export function Log({ board }: { board: OpenBoard }) {
  const [isShown, setShown] = useState(false);
  return (
    <section>
      <button class="button small" type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {texts.log}
      </button>
      {isShown && <Runs board={board} />}
    </section>
  );
}

function Runs({ board }: { board: OpenBoard }) {
  const [limit, setLimit] = useState(20);
  const params = { boardPublicId: board.id };
  const page = useResource<Page>(
    `rule-runs ${board.id} ${limit}`,
    async (signal) => (await server.ask(routes.rules.runs, { params, query: { limit } }, { signal })).reply,
  );
  return (
    <Loaded of={page}>
      {({ runs, hasMore }) => (
        <>
          {runs.length === 0 && <p class="quiet">{texts.noRuns}</p>}
          <ul>
            {runs.map(({ publicId, rule, state, card, error, at }) => (
              <li key={publicId}>
                <span dir="auto">{rule.name}</span>
                {card && (
                  <>
                    {' · '}
                    <a href={`/c/${card.publicId}`} dir="auto">
                      {card.title}
                    </a>
                  </>
                )}
                <br />
                <span class={state === 'done' ? 'quiet fine' : 'problem'}>
                  {[texts.states[state], error, ago(at)].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {hasMore && limit < 100 && (
            <button class="button small" type="button" onClick={() => setLimit(100)}>
              {texts.more}
            </button>
          )}
        </>
      )}
    </Loaded>
  );
}
