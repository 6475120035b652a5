import { useState } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { takesFocus } from '../ui/focus.ts';
import { toast } from '../ui/toast.tsx';
import { problemOf } from './problem.ts';

interface ConfirmationProps {
  label: string;
  question: string;
  yes: string;
  run: () => unknown;
}

interface ConfirmProps extends ConfirmationProps {
  isPlain?: boolean;
}

/** A button that asks for confirmation, in place, before it does something irreversible. */
export function Confirm({ label, question, yes, run, isPlain }: ConfirmProps) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <Confirmation label={label} question={question} yes={yes} run={run} close={() => setAsked(false)} />
  ) : (
    <button
      class={`button ${isPlain ? 'plain small' : 'danger'}`}
      type="button"
      onClick={() => setAsked(true)}
    >
      {label}
    </button>
  );
}

/** Asks for confirmation, in place. */
export function Confirmation({
  label,
  question,
  yes,
  run,
  close,
}: ConfirmationProps & { close: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toast(problemOf(error));
    } finally {
      setBusy(false);
      close();
    }
  };
  return (
    <div class="confirm" role="alertdialog" aria-label={label} aria-describedby="question">
      <p id="question">{question}</p>
      <div class="row">
        <button
          class="button danger-fill"
          type="button"
          disabled={isBusy}
          ref={takesFocus}
          onClick={() => void go()}
        >
          {yes}
        </button>
        <button class="button plain" type="button" onClick={close}>
          {t.cancel}
        </button>
      </div>
    </div>
  );
}
