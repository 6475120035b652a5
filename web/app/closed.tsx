import { Lock } from 'lucide';
import { factorTexts as texts } from '../messages/factors.ts';
import { Icon } from '../ui/icon.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The policies that another session may meet. */
const signsIn: ReadonlySet<string> = new Set(['provider-demanded', 'session-too-old', 'session-idle']);

/** What a policy closes to this session: why, and how to open it. */
export const Closed = ({ code, message }: { code: string | undefined; message: string }) => (
  <section class="trouble">
    <Icon of={Lock} size={28} />
    <h1>{message}</h1>
    {signsIn.has(code ?? '') ? (
      <SignInAgain />
    ) : (
      code !== 'address-not-allowed' && (
        <a class="button" href="/profile/security">
          {texts.addOne}
        </a>
      )
    )}
  </section>
);
