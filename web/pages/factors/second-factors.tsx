import { Fingerprint, Smartphone } from 'lucide';
import { useState } from 'preact/hooks';
import { factorNames } from '../../../contract/factor-names.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { hasPasskeys, makePasskey } from '../../app/passkeys.ts';
import { problemOf } from '../../app/problem.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { factorTexts as texts } from '../../messages/factors.ts';
import { ago } from '../../messages/formats.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';
import { NewApp } from './new-app.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Factors = ReplyOf<typeof routes.secondFactors.list>;
export type Begun = ReplyOf<typeof routes.secondFactors.begin>;

/** The second factors of the account, and its recovery codes. */
export function SecondFactors() {
  const known = useResource<Factors>(
    'second factors',
    async (signal) => (await server.ask(routes.secondFactors.list, {}, { signal })).reply,
  );
  const [app, setApp] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const added = async (fresh: readonly string[] | null) => {
    setApp(undefined);
    if (fresh) setCodes(fresh);
    toast(texts.added);
    await known.read();
  };
  return (
    <section>
      <Head title={texts.title} hint={texts.hint}>
        {!app && <AddFactor begin={setApp} added={added} />}
      </Head>
      {app && <NewApp begun={app} added={added} cancel={() => setApp(undefined)} />}
      {codes && <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />}
      <Loaded of={known}>{(factors) => <List of={factors} known={known} show={setCodes} />}</Loaded>
    </section>
  );
}

interface AddFactorProps {
  begin: (app: Begun) => void;
  added: (codes: readonly string[] | null) => Promise<void>;
}

function AddFactor({ begin, added }: AddFactorProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // Somebody who does not want a passkey after all is told nothing.
      if (!(error instanceof DOMException)) toast(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const ask = async (kind: 'totp' | 'passkey') =>
    (await server.ask(routes.secondFactors.begin, { body: { kind } })).reply;
  const addPasskey = async () => {
    const { publicId, passkey } = await ask('passkey');
    const params = { factorPublicId: publicId };
    const body = { passkey: await makePasskey(passkey ?? {}) };
    const { reply } = await server.ask(routes.secondFactors.confirm, { params, body });
    await added(reply.recoveryCodes);
  };
  return (
    <div class="row wrap">
      <button
        class="button"
        type="button"
        disabled={isBusy}
        onClick={() => void run(async () => begin(await ask('totp')))}
      >
        <Icon of={Smartphone} /> {texts.addApp}
      </button>
      {hasPasskeys() && (
        <button class="button" type="button" disabled={isBusy} onClick={() => void run(addPasskey)}>
          <Icon of={Fingerprint} /> {texts.addPasskey}
        </button>
      )}
    </div>
  );
}

interface ListProps {
  of: Factors;
  known: Resource<Factors>;
  show: (codes: readonly string[]) => void;
}

function List({ of: { factors: all, recoveryCodes }, known, show }: ListProps) {
  if (all.length === 0) return <p class="quiet">{texts.none}</p>;
  const factors = all.map((each) => {
    const isNamed = each.name !== factorNames[each.kind];
    return { ...each, isNamed, name: isNamed ? each.name : texts.kinds[each.kind] };
  });
  const remove = (factorPublicId: string) =>
    attempt(() => server.ask(routes.secondFactors.remove, { params: { factorPublicId } }), known.read);
  return (
    <>
      <ul class="rows">
        {factors.map(({ publicId, kind, isNamed, name, lastUsedAt }) => (
          <li key={publicId}>
            <Icon of={kind === 'totp' ? Smartphone : Fingerprint} />
            <div class="grow">
              <span dir="auto">{name}</span>
              <p class="quiet fine">
                {[isNamed && texts.kinds[kind], lastUsedAt && texts.used(ago(lastUsedAt))]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Confirm
              label={texts.remove}
              question={factors.length === 1 ? texts.lastQuestion(name) : texts.removeQuestion(name)}
              yes={texts.remove}
              isPlain
              run={() => remove(publicId)}
            />
          </li>
        ))}
      </ul>
      <div class="row wrap">
        <p class="quiet grow">{texts.left(recoveryCodes)}</p>
        <Confirm
          label={texts.newCodes}
          question={texts.newCodesQuestion}
          yes={texts.newCodes}
          isPlain
          run={async () => {
            show((await server.ask(routes.secondFactors.newCodes, {})).reply.recoveryCodes);
            await known.read();
          }}
        />
      </div>
    </>
  );
}
