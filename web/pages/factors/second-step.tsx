import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { usePasskey } from '../../app/passkeys.ts';
import { signInBySecondFactor } from '../../app/session.ts';
import { factorTexts } from '../../messages/factors.ts';
import { AskFactor, type FactorProof } from './factor-proof.tsx';

const texts = factorTexts.step;

export type SecondFactor = NonNullable<ReplyOf<typeof routes.auth.signIn>['secondFactor']>;

interface SecondStepProps {
  of: SecondFactor;
  signedIn: () => void;
  again: () => void;
}

/** The second step of a sign-in. */
export function SecondStep({ of: { token, kinds, passkey }, signedIn, again }: SecondStepProps) {
  const give = async (proof: FactorProof) => {
    await signInBySecondFactor({ token, ...proof });
    signedIn();
  };
  return (
    <section class="second-step" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <AskFactor
        kinds={kinds}
        submit={texts.submit}
        give={give}
        usePasskey={async () => give({ passkey: await usePasskey(passkey ?? {}) })}
        cancel={again}
      />
    </section>
  );
}
