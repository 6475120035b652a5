import { useEffect, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import { showTitle } from '../app/title.ts';
import { goneTexts as texts } from '../messages/card.ts';
import { t } from '../messages/t.ts';

/** Shown for a card that was deleted or is not visible to the user: the API does not distinguish the two. */
export function GoneCard({ id, restored }: { id: string; restored: () => void }) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    showTitle(texts.title);
  }, []);
  const restore = async () => {
    try {
      await server.ask(routes.cards.restore, { params: { cardPublicId: id } });
      restored();
    } catch (error) {
      setProblem((error as { status?: number }).status === 404 ? texts.notInTrash : problemOf(error));
    }
  };
  return (
    <main class="entrance">
      <h1>{texts.title}</h1>
      <p class="quiet">{texts.hint}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button class="button primary" type="button" onClick={() => void restore()}>
        {texts.restore}
      </button>
      <a class="button" href="/">
        {t.errors.home}
      </a>
    </main>
  );
}
