import { secondFactors } from '../../../../contract/second-factors.ts';
import { originOf } from '../../base/access/origin.ts';
import { bind } from '../../base/http/bind.ts';
import type { Service } from '../../base/service.ts';
import type { Attempts } from '../attempts.ts';
import type { Failures } from '../failures.ts';
import {
  beginConfirmation,
  beginFactor,
  confirmNewFactor,
  confirmOwnSession,
  listFactors,
  removeOwnFactor,
  replaceCodes,
} from '../flows/second-factors.ts';
import { beginPasskeySignIn, signInByPasskey, signInBySecondFactor } from '../flows/second-step.ts';
import { openForPage } from '../sessions.ts';
import { openStep } from './step.ts';

export function factorRoutes(service: Service, attempts: Attempts, failures: Failures): void {
  bind(service, secondFactors.list, ({ actor }) => listFactors(service, actor));

  bind(service, secondFactors.begin, ({ body, ...caller }) => beginFactor(service, caller, body));

  bind(service, secondFactors.confirm, ({ body, params, request, ...caller }) => {
    const origin = originOf(request);
    const account = { account: caller.actor.email, network: origin.network };
    return attempts.countRefused('second-factor', account, () =>
      confirmNewFactor(service, caller, params.factorPublicId, body, origin),
    );
  });

  bind(service, secondFactors.remove, ({ change, params, request }) =>
    change((work) => removeOwnFactor(work, params.factorPublicId, originOf(request))),
  );

  bind(service, secondFactors.newCodes, ({ change, request }) =>
    change((work) => replaceCodes(work, originOf(request))),
  );

  bind(service, secondFactors.signIn, ({ body: { token, ...given }, request, reply }) => {
    const origin = originOf(request);
    const step = openStep(service, token);
    const account = { account: step.email, network: origin.network };
    return openForPage(service, request, reply, () =>
      attempts.countRefused('second-factor', account, () =>
        signInBySecondFactor(service, failures, step, given, origin),
      ),
    );
  });

  bind(service, secondFactors.beginPasskey, () => beginPasskeySignIn(service));

  bind(service, secondFactors.signInByPasskey, ({ body: { token, passkey }, request, reply }) => {
    const origin = originOf(request);
    const step = openStep(service, token);
    // Whose it is shows only once it is right: guesses are counted by passkey.
    const account = { account: String(passkey['id']).slice(0, 64), network: origin.network };
    return openForPage(service, request, reply, () =>
      attempts.countRefused('passkey', account, () => signInByPasskey(service, step, passkey, origin)),
    );
  });

  bind(service, secondFactors.confirmSession, ({ body, request, ...caller }) => {
    const origin = originOf(request);
    const account = { account: caller.actor.email, network: origin.network };
    return attempts.countRefused('second-factor', account, () =>
      confirmOwnSession(service, caller, body, origin),
    );
  });

  bind(service, secondFactors.confirmOptions, ({ actor }) => beginConfirmation(service, actor));
}
