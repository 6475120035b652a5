import { useState } from 'preact/hooks';
import { Field, Form } from '../../app/form.tsx';
import { hasPasskeys } from '../../app/passkeys.ts';
import { problemOf } from '../../app/problem.ts';
import { factorTexts } from '../../messages/factors.ts';

const texts = factorTexts.step;

/** What proves a second factor. */
export interface FactorProof {
  code?: string;
  recoveryCode?: string;
  passkey?: Record<string, unknown>;
}

interface AskFactorProps {
  kinds: readonly string[];
  submit: string;
  /** Called with what was given; rejects if it is wrong. */
  give: (proof: FactorProof) => Promise<void>;
  /** Uses a passkey. */
  usePasskey: () => Promise<void>;
  cancel?: () => void;
}

/** Asks for a code of the app, a passkey or a recovery code, whatever the account has. */
export function AskFactor({ kinds, submit, give, usePasskey, cancel }: AskFactorProps) {
  const hasApp = kinds.includes('totp');
  const [isRecovery, setRecovery] = useState(!hasApp && !kinds.includes('passkey'));
  const [problem, setProblem] = useState<string>();
  const byPasskey = async () => {
    setProblem(undefined);
    try {
      await usePasskey();
    } catch (error) {
      setProblem(error instanceof DOMException ? texts.noPasskey : problemOf(error));
    }
  };
  return (
    <>
      {kinds.includes('passkey') && hasPasskeys() && (
        <button class="button primary" type="button" onClick={() => void byPasskey()}>
          {texts.passkey}
        </button>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isRecovery ? (
        <Form
          key="recovery"
          submit={submit}
          {...(cancel ? { cancel } : {})}
          onSubmit={({ recoveryCode = '' }) => give({ recoveryCode })}
        >
          <p class="quiet">{texts.recoveryHint}</p>
          <Field label={texts.recovery} name="recoveryCode" maxLength={40} isFirst />
        </Form>
      ) : (
        hasApp && (
          <Form
            key="code"
            submit={submit}
            {...(cancel ? { cancel } : {})}
            onSubmit={({ code = '' }) => give({ code })}
          >
            <p class="quiet">{texts.hint}</p>
            <Field label={texts.code} name="code" autocomplete="one-time-code" maxLength={7} isFirst />
          </Form>
        )
      )}
      {(hasApp || !isRecovery) && (
        <button class="button plain begin-plain" type="button" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.toCode : texts.toRecovery}
        </button>
      )}
    </>
  );
}
