import { render } from 'preact';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Form } from '../../app/form.tsx';
import { usePasskey } from '../../app/passkeys.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { factorTexts } from '../../messages/factors.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Proof, proofIn, useAccount } from '../proof.tsx';
import { AskFactor, type FactorProof } from './factor-proof.tsx';

const texts = factorTexts.confirm;

/** Asks whoever is at the keyboard to confirm that they own the account; resolves with whether they did. */
export function confirmMe(): Promise<boolean> {
  const holder = document.createElement('div');
  document.body.append(holder);
  return new Promise((resolve) => {
    const end = (isConfirmed: boolean) => {
      render(null, holder);
      holder.remove();
      resolve(isConfirmed);
    };
    render(<ConfirmMe end={end} />, holder);
  });
}

type Factors = ReplyOf<typeof routes.secondFactors.list>;

function ConfirmMe({ end }: { end: (isConfirmed: boolean) => void }) {
  const known = useResource<Factors>(
    'second factors',
    async (signal) => (await server.ask(routes.secondFactors.list, {}, { signal })).reply,
  );
  return (
    <Sheet title={texts.title} close={() => end(false)}>
      <div class="form">
        <p class="quiet">{texts.hint}</p>
        <Loaded of={known}>
          {({ factors }) =>
            factors.length === 0 ? (
              <ByOwner end={end} />
            ) : (
              <ByFactor kinds={factors.map(({ kind }) => kind)} end={end} />
            )
          }
        </Loaded>
      </div>
    </Sheet>
  );
}

interface WayProps {
  end: (isConfirmed: boolean) => void;
}

/** By password, or a link sent by mail. */
const ByOwner = ({ end }: WayProps) => (
  <Loaded of={useAccount()}>
    {(account) => (
      <Form
        submit={texts.submit}
        cancel={() => end(false)}
        onSubmit={async (given) => {
          await server.ask(routes.secondFactors.confirmSession, { body: proofIn(given) });
          end(true);
        }}
      >
        <Proof account={account} />
      </Form>
    )}
  </Loaded>
);

function ByFactor({ kinds, end }: WayProps & { kinds: readonly string[] }) {
  const give = async (body: FactorProof & { step?: string }) => {
    await server.ask(routes.secondFactors.confirmSession, { body });
    end(true);
  };
  return (
    <AskFactor
      kinds={kinds}
      submit={texts.submit}
      give={give}
      usePasskey={async () => {
        const { reply } = await server.ask(routes.secondFactors.confirmOptions, {});
        await give({ step: reply.token, passkey: await usePasskey(reply.passkey) });
      }}
      cancel={() => end(false)}
    />
  );
}
