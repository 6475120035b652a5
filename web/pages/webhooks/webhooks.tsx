import { Plus, Webhook as WebhookIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { caps } from '../../../contract/caps.ts';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { webhooks } from '../../../contract/webhooks.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { dayOfYear } from '../../messages/formats.ts';
import { webhookTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Head } from '../settings-frame.tsx';
import { ShownOnce } from '../shown-once.tsx';
import type { WorkspacePart } from '../workspace.tsx';
import { wordsFor } from './events.ts';
import { WebhookForm } from './form.tsx';

type Webhook = ReplyOf<typeof webhooks.list>[number];

/** The webhooks of a workspace. */
export function Webhooks({ known: { workspace } }: WorkspacePart) {
  const params = { workspacePublicId: workspace.publicId };
  const all = useResource<Webhook[]>(`webhooks ${workspace.publicId}`, async (signal) => {
    const query = { include: ['failures' as const] };
    return (await server.ask(webhooks.list, { params, query }, { signal })).reply;
  });
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string>();
  const count = all.value.value?.length ?? 0;
  const isFull = count >= caps.webhooksOfWorkspace;
  return (
    <section>
      <Head title={texts.title} hint={texts.hint}>
        {!isNew && !isFull && (
          <button class="button primary" type="button" onClick={() => setNew(true)}>
            <Icon of={Plus} /> {texts.new}
          </button>
        )}
      </Head>
      {isFull && <p class="quiet">{texts.full(caps.webhooksOfWorkspace)}</p>}
      {secret && <ShownOnce label={texts.secretOnce} value={secret} done={() => setSecret(undefined)} />}
      {isNew && (
        <WebhookForm
          workspace={workspace.publicId}
          submit={texts.create}
          cancel={() => setNew(false)}
          save={async (fields) => {
            const body = fields as BodyOf<typeof webhooks.create>;
            const { reply } = await server.ask(webhooks.create, { params, body });
            setSecret(reply.secret);
            setNew(false);
            await all.read();
          }}
        />
      )}
      <Loaded of={all}>
        {(known) =>
          known.length === 0 ? (
            !isNew && <p class="quiet">{texts.none}</p>
          ) : (
            <ul class="rows">
              {known.map((webhook) => (
                <WebhookRow key={webhook.publicId} workspace={workspace.publicId} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const WebhookRow = ({ workspace, webhook }: { workspace: string; webhook: Webhook }) => (
  <li>
    <Icon of={WebhookIcon} />
    <div class="grow">
      <a href={`/w/${workspace}/webhooks/${webhook.publicId}`} dir="auto">
        {webhook.name}
      </a>
      <p class="quiet fine">
        <code>{webhook.url}</code> · {wordsFor(webhook.events)}
      </p>
    </div>
    <State of={webhook} />
  </li>
);

/** Whether it is on, and whether what it sends arrives. */
function State({ of: { active, failures } }: { of: Webhook }) {
  const since = failures?.since;
  // Who turns a webhook off, or on again, ends what it failed.
  if (since && !active) return <span class="pill danger">{texts.disabled}</span>;
  if (since) return <span class="pill danger">{texts.failingSince(dayOfYear(since))}</span>;
  return <span class={`pill ${active ? 'success' : ''}`}>{active ? texts.on : texts.off}</span>;
}
