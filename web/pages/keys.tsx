import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, Select } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { ago, day } from '../messages/formats.ts';
import { profileTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';

type Key = ReplyOf<typeof routes.users.apiKeys>[number];

const days = 86_400_000;

/** API keys: created, shown once, and revoked. */
export function ApiKeys() {
  const keys = useResource<Key[]>(
    'keys',
    async (signal) => (await server.ask(routes.users.apiKeys, {}, { signal })).reply,
  );
  const [fresh, setFresh] = useState<string>();
  return (
    <>
      <section>
        <h2>{profileTexts.newKey}</h2>
        <p class="quiet">
          {profileTexts.keysHint} <a href="/docs">{profileTexts.docs}</a>
        </p>
        {fresh && <NewKey value={fresh} done={() => setFresh(undefined)} />}
        <Form
          key={fresh}
          submit={profileTexts.makeKey}
          isQuiet
          onSubmit={async ({ name = '', lasts = '' }) => {
            const expiresAt = lasts ? new Date(Date.now() + Number(lasts) * days).toISOString() : null;
            const { reply } = await server.ask(routes.users.createApiKey, { body: { name, expiresAt } });
            setFresh(reply.key);
            await keys.read();
          }}
        >
          <div class="pair">
            <Field label={profileTexts.keyName} name="name" maxLength={255} />
            <Select label={profileTexts.keyLasts} name="lasts">
              {Object.entries(profileTexts.lasts).map(([value, text]) => (
                <option key={value} value={value === 'never' ? '' : value}>
                  {text}
                </option>
              ))}
            </Select>
          </div>
        </Form>
      </section>
      <section>
        <h2>{t.profile.keys}</h2>
        <Loaded of={keys}>
          {(all) =>
            all.length === 0 ? (
              <p class="quiet">{profileTexts.noKeys}</p>
            ) : (
              <ul class="rows">
                {all.map(({ id, name, prefix, lastUsedAt, expiresAt }) => (
                  <li key={id}>
                    <div class="grow">
                      {name}
                      <p class="quiet fine">
                        <code>{prefix}…</code> ·{' '}
                        {lastUsedAt ? profileTexts.used(ago(lastUsedAt)) : profileTexts.neverUsed}
                        {expiresAt && ` · ${profileTexts.until(day(expiresAt))}`}
                      </p>
                    </div>
                    <Confirm
                      label={profileTexts.revoke}
                      question={profileTexts.revokeQuestion(name)}
                      yes={profileTexts.revoke}
                      isPlain
                      run={async () => {
                        await server.ask(routes.users.deleteApiKey, { params: { id } });
                        await keys.read();
                      }}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

function NewKey({ value, done }: { value: string; done: () => void }) {
  const copy = async (field: HTMLInputElement) => {
    field.select();
    try {
      await navigator.clipboard.writeText(value);
      toast(profileTexts.keyCopied);
    } catch {
      // No clipboard on plain http: the text is selected, so that Ctrl C copies it.
    }
  };
  return (
    <div class="new-key" role="status">
      <label class="field">
        <span class="field-label">{profileTexts.keyOnce}</span>
        <input
          class="input"
          readOnly
          value={value}
          onClick={({ currentTarget }) => void copy(currentTarget)}
        />
      </label>
      <button class="button" type="button" onClick={done}>
        {profileTexts.keyKept}
      </button>
    </div>
  );
}
