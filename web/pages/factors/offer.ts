import { routes } from '../../../contract/routes.ts';
import { offeredPasskey, offersPasskeys } from '../../app/passkeys.ts';
import { problemOf } from '../../app/problem.ts';
import { server, signInByPasskey } from '../../app/session.ts';
import { toast } from '../../ui/toast.tsx';

/** Before the question that a passkey answers expires, in milliseconds: a page of sign-in may stay open for hours. */
const renewed = 9 * 60_000;

/** Offers the passkeys of this browser in the field for the address, until the signal: choosing one signs in. */
export async function offerPasskeys(signal: AbortSignal, signedIn: () => void): Promise<void> {
  if (!(await offersPasskeys())) return;
  while (!signal.aborted) {
    const { reply } = await server.ask(routes.secondFactors.beginPasskey, {}, { signal });
    const over = AbortSignal.timeout(renewed);
    const passkey = await offeredPasskey(reply.passkey, AbortSignal.any([signal, over])).catch(
      () => undefined,
    );
    if (!passkey) {
      if (over.aborted) continue;
      return;
    }
    try {
      await signInByPasskey({ token: reply.token, passkey });
    } catch (error) {
      toast(problemOf(error));
      continue;
    }
    return signedIn();
  }
}
