import { useState } from 'preact/hooks';
import { users } from '../../contract/users.ts';
import { Field, Form } from '../app/form.tsx';
import { go } from '../app/location.ts';
import type { Resource } from '../app/resource.ts';
import { findOut, me, server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { panelTexts, profileTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { Avatar } from '../ui/avatar.tsx';
import { toast } from '../ui/toast.tsx';
import { type Account, Proof, proofIn, useAccount } from './proof.tsx';
import { Head } from './settings-frame.tsx';
import { TimeZone } from './time-zone.tsx';

/** The user's name and other account data. */
export function OwnAccount() {
  const account = useAccount();
  return <Loaded of={account}>{(known) => <Basics account={account} known={known} />}</Loaded>;
}

function Basics({ account, known }: { account: Resource<Account>; known: Account }) {
  return (
    <>
      <section>
        <div class="who-am-i">
          <Avatar id={known.id} name={known.name ?? known.email} size="large" />
          <div>
            <h2>{known.name ?? known.email}</h2>
            <p class="quiet">{known.email}</p>
          </div>
        </div>
        <Form
          submit={t.save}
          onSubmit={async ({ name = '' }) => {
            await server.ask(users.update, { body: { name: name.trim() } });
            await Promise.all([account.read(), findOut()]);
            toast(panelTexts.saved);
          }}
        >
          <Field
            label={t.signUp.name}
            name="name"
            autocomplete="name"
            value={known.name ?? ''}
            maxLength={255}
            hint={profileTexts.nameHint}
          />
        </Form>
      </section>
      <TimeZone />
      <NewAddress account={known} />
      <EndAccount account={known} />
    </>
  );
}

function NewAddress({ account }: { account: Account }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <section>
      <Head title={profileTexts.newAddress} />
      {sentTo ? (
        <p role="status">{profileTexts.addressSent(sentTo)}</p>
      ) : (
        <Form
          submit={profileTexts.changeAddress}
          isQuiet
          onSubmit={async ({ email = '', ...given }) => {
            await server.ask(users.requestNewAddress, {
              body: { newEmail: email, ...proofIn(given) },
            });
            setSentTo(email);
          }}
        >
          <Field label={profileTexts.newEmail} name="email" type="email" autocomplete="email" />
          <Proof account={account} />
        </Form>
      )}
    </section>
  );
}

function EndAccount({ account }: { account: Account }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section>
      <Head title={profileTexts.end} hint={profileTexts.endHint} />
      {isAsked ? (
        <Form
          submit={profileTexts.endForGood}
          isQuiet
          cancel={() => setAsked(false)}
          onSubmit={async (given) => {
            await server.ask(users.deleteMe, { body: proofIn(given) });
            await findOut();
            me.value = null;
            go('/sign-in', { replace: true });
          }}
        >
          <Proof account={account} />
        </Form>
      ) : (
        <button class="button danger begin-plain" type="button" onClick={() => setAsked(true)}>
          {profileTexts.end}
        </button>
      )}
    </section>
  );
}
