import { useEffect, useState } from 'preact/hooks';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { activityTexts as texts } from '../../messages/activity.ts';
import { t } from '../../messages/t.ts';
import { Filled } from '../../ui/filled.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';

/* Undoing what a key did, or an undo: what it would be is shown first. */

type Result = ReplyOf<typeof routes.undo.session>;
type Step = Result['steps'][number];

/** What is undone: by whom, and from when on. */
export interface Asked extends Pick<BodyOf<typeof routes.undo.session>, 'apiKey' | 'undoPublicId' | 'from'> {
  name: string;
}

interface UndoSheetProps {
  boardId: string;
  asked: Asked;
  close: () => void;
}

/** The steps that a list shows at most; the others are counted. */
const listed = 100;

export function UndoSheet({ boardId, asked: { name, ...asked }, close }: UndoSheetProps) {
  const params = { boardPublicId: boardId };
  const [plan, setPlan] = useState<Result>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const looking = new AbortController();
    server
      .ask(routes.undo.session, { params, body: { ...asked, dryRun: true } }, { signal: looking.signal })
      .then(({ reply }) => setPlan(reply))
      .catch((error: unknown) => looking.signal.aborted || setProblem(problemOf(error)));
    return () => looking.abort();
  }, []);
  const go = async () => {
    setBusy(true);
    try {
      const { reply } = await server.ask(routes.undo.session, { params, body: asked });
      toast(texts.undone(reply.undone, reply.left));
      close();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <Sheet title={texts.undoTitle(name)} close={close}>
      <p class="quiet">{texts.since(asked.from)}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="row">
        <button
          class="button primary"
          type="button"
          disabled={isBusy || !plan || plan.undone === 0}
          onClick={() => void go()}
        >
          {texts.undoNow(plan?.undone ?? 0)}
        </button>
        <button class="button plain" type="button" onClick={close}>
          {t.cancel}
        </button>
      </div>
      {!plan && !problem && <p role="status">{t.loading}</p>}
      {plan && <Plan of={plan} />}
    </Sheet>
  );
}

function Plan({ of: { steps, undone, left } }: { of: Result }) {
  const [done, stays] = [steps.filter((step) => !step.left), steps.filter((step) => step.left)];
  return (
    <>
      {undone === 0 && <p>{texts.nothingToUndo}</p>}
      <Steps steps={done} />
      {left > 0 && (
        <>
          <h3>{texts.stays(left)}</h3>
          <Steps steps={stays} />
        </>
      )}
    </>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <ul class="rows">
      {steps.slice(0, listed).map(({ type, card, left }, index) => (
        <li key={index}>
          <p class="grow">
            <Filled text={texts.stepOf(type)}>{card && <bdi>{card.title}</bdi>}</Filled>
            {left && <span class="quiet"> · {texts.why[left]}</span>}
          </p>
        </li>
      ))}
      {steps.length > listed && <li class="quiet">{texts.andMore(steps.length - listed)}</li>}
    </ul>
  );
}
