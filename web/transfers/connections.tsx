import { integrations, type Provider } from '../../contract/integrations.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form } from '../app/form.tsx';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { day } from '../messages/formats.ts';
import { transferTexts } from '../messages/transfers.ts';
import { Head } from '../pages/settings-frame.tsx';

const texts = transferTexts.connections;

type Connection = ReplyOf<typeof integrations.list>[number];

export const useConnections = (): Resource<Connection[]> =>
  useResource<Connection[]>(
    'connections',
    async (signal) => (await server.ask(integrations.list, {}, { signal })).reply,
  );

/** The external accounts from which boards can be imported. */
export function Connections() {
  const all = useConnections();
  return (
    <>
      <section>
        <Head title={texts.title} hint={texts.hint} />
      </section>
      <Loaded of={all}>
        {(known) => known.map((each) => <One key={each.provider} of={each} read={all.read} />)}
      </Loaded>
    </>
  );
}

interface OneProps {
  of: Connection;
  read: () => Promise<void>;
}

function One({ of: { provider, connected, account, connectedAt }, read }: OneProps) {
  const { name } = texts.providers[provider];
  const params = { provider };
  if (!connected || !connectedAt) {
    return (
      <section>
        <h2>{name}</h2>
        <Form
          submit={texts.connect(name)}
          isQuiet
          onSubmit={async ({ token = '' }) => {
            await server.ask(integrations.connect, { params, body: { token } });
            await read();
          }}
        >
          <TokenHint of={provider} />
          <Field label={texts.token(name)} name="token" type="password" maxLength={1000} />
        </Form>
      </section>
    );
  }
  return (
    <section>
      <h2>{name}</h2>
      <p role="status">{texts.connected(account, day(connectedAt))}</p>
      <div class="row wrap">
        <Confirm
          label={texts.disconnect(name)}
          question={texts.disconnectQuestion}
          yes={texts.disconnectShort}
          run={async () => {
            await server.ask(integrations.disconnect, { params });
            await read();
          }}
        />
      </div>
    </section>
  );
}

function TokenHint({ of }: { of: Provider }) {
  const { hint, link } = texts.providers[of];
  return (
    <p class="quiet">
      {hint}{' '}
      {link && (
        <a href={link.href} target="_blank" rel="noopener noreferrer">
          {link.text}
        </a>
      )}
    </p>
  );
}
