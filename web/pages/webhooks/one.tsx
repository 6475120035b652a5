import { ArrowLeft } from 'lucide';
import { useState } from 'preact/hooks';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { webhooks } from '../../../contract/webhooks.ts';
import { Confirm } from '../../app/confirm.tsx';
import { go } from '../../app/location.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { ago } from '../../messages/formats.ts';
import { settingsTexts, webhookTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { boardsOf, type NamedBoard, namesOf } from '../some-boards.tsx';
import type { WorkspacePart } from '../workspace.tsx';
import { Deliveries } from './deliveries.tsx';
import { wordsFor } from './events.ts';
import { WebhookForm } from './form.tsx';
import { useTest } from './reason.ts';

/** A webhook, and the boards that it names. */
type Webhook = ReplyOf<typeof webhooks.get> & { boards: readonly NamedBoard[] };

interface OneProps {
  of: Resource<Webhook>;
  webhook: Webhook;
  params: { workspacePublicId: string; webhookPublicId: string };
}

/** A webhook, and what it has sent. */
export function OneWebhook({ known: { workspace }, item }: WorkspacePart) {
  const params = { workspacePublicId: workspace.publicId, webhookPublicId: item };
  const of = useResource<Webhook>(`webhook ${item}`, async (signal) => {
    const { reply } = await server.ask(webhooks.get, { params }, { signal });
    const isLimited = reply.boardPublicIds && reply.boardPublicIds.length > 0;
    return { ...reply, boards: isLimited ? await boardsOf(workspace.publicId, signal) : [] };
  });
  return (
    <>
      <a class="button plain small begin-plain" href={`/w/${workspace.publicId}/webhooks`}>
        <Icon of={ArrowLeft} /> {texts.back}
      </a>
      <Loaded of={of}>
        {(webhook) => (
          <>
            <About of={of} webhook={webhook} params={params} />
            <Deliveries
              id={item}
              isActive={webhook.active}
              read={async (query, signal) =>
                (await server.ask(webhooks.deliveries, { params, query }, { signal })).reply
              }
              redeliver={(deliveryId) =>
                server.ask(webhooks.redeliver, { params: { ...params, deliveryId } })
              }
              nameOf={(event) => <code>{event}</code>}
              head={(tools) => <Head title={texts.deliveries}>{tools}</Head>}
            />
            <Delete of={of} webhook={webhook} params={params} />
          </>
        )}
      </Loaded>
    </>
  );
}

function stateOf({ active, consecutiveFailures, lastSucceededAt }: Webhook): [style: string, text: string] {
  if (!active) return ['', texts.off];
  if (consecutiveFailures > 0) return ['danger', texts.failing(consecutiveFailures)];
  return lastSucceededAt ? ['success', texts.works] : ['', texts.unused];
}

function About(props: OneProps) {
  const { of, webhook, params } = props;
  const [isEdited, setEdited] = useState(false);
  const [style, state] = stateOf(webhook);
  const save: Parameters<typeof WebhookForm>[0]['save'] = async (fields) => {
    // Only who made it, or an admin, may send the address: others change the rest.
    const { url, ...rest } = fields;
    const body = (url === webhook.url ? rest : fields) as BodyOf<typeof webhooks.update>;
    await server.ask(webhooks.update, { params, body });
    setEdited(false);
    await of.read();
  };
  return (
    <section>
      <Head title={webhook.name} hint={webhook.orphaned ? texts.orphaned : undefined}>
        <span class={`pill ${style}`}>{state}</span>
      </Head>
      {isEdited ? (
        <WebhookForm
          workspace={params.workspacePublicId}
          given={webhook}
          submit={t.save}
          cancel={() => setEdited(false)}
          save={save}
        />
      ) : (
        <ul class="rows">
          <li>
            <div class="grow">
              <code>{webhook.url}</code>
              <p class="quiet fine">{wordsFor(webhook.events)}</p>
              {webhook.boardPublicIds && <p class="quiet fine">{placesOf(webhook)}</p>}
              {webhook.filter !== null && (
                <p class="quiet fine">
                  {texts.onlyCards}: <code>{webhook.filter}</code>
                </p>
              )}
            </div>
            <button class="button small" type="button" onClick={() => setEdited(true)}>
              {settingsTexts.edit}
            </button>
          </li>
          <Switch {...props} />
          <Test {...props} />
          <Secret {...props} />
        </ul>
      )}
    </section>
  );
}

const placesOf = ({ boardPublicIds, boards }: Webhook): string =>
  boardPublicIds?.length ? texts.onBoards(namesOf(boardPublicIds, boards)) : texts.hiddenBoards;

function Switch({ of, webhook: { active, lastSucceededAt }, params }: OneProps) {
  const last = lastSucceededAt ? texts.lastSent(ago(lastSucceededAt)) : texts.neverSent;
  return (
    <li>
      <div class="grow">
        {texts.switch}
        <p class="quiet fine">
          {active ? texts.isOn : texts.isOff} {last}
        </p>
      </div>
      <button
        class="button small"
        type="button"
        onClick={() =>
          void attempt(() => server.ask(webhooks.update, { params, body: { active: !active } }), of.read)
        }
      >
        {active ? texts.turnOff : texts.turnOn}
      </button>
    </li>
  );
}

function Test({ params }: OneProps) {
  const { isBusy, told, send } = useTest(
    async () => (await server.ask(webhooks.test, { params })).reply,
    texts.testWorked,
  );
  return (
    <li>
      <div class="grow">
        {texts.test}
        <p class="quiet fine" role="status">
          {told ?? texts.testHint}
        </p>
      </div>
      <button class="button small" type="button" disabled={isBusy} onClick={() => void send()}>
        {isBusy ? texts.testing : texts.sendTest}
      </button>
    </li>
  );
}

function Secret({ params }: OneProps) {
  const [secret, setSecret] = useState<string>();
  return (
    <li>
      {secret ? (
        <div class="grow">
          <ShownOnce label={texts.secretOnce} value={secret} done={() => setSecret(undefined)} />
        </div>
      ) : (
        <>
          <div class="grow">
            {texts.secret}
            <p class="quiet fine">{texts.secretHint}</p>
          </div>
          <Confirm
            label={texts.rotate}
            question={texts.rotateQuestion}
            yes={texts.rotate}
            isPlain
            run={async () => setSecret((await server.ask(webhooks.rotateSecret, { params })).reply.secret)}
          />
        </>
      )}
    </li>
  );
}

const Delete = ({ webhook: { name }, params }: OneProps) => (
  <section>
    <div class="row wrap">
      <Confirm
        label={texts.delete}
        question={texts.deleteQuestion(name)}
        yes={texts.delete}
        run={async () => {
          await server.ask(webhooks.delete, { params });
          toast(texts.deleted(name));
          go(`/w/${params.workspacePublicId}/webhooks`, { replace: true });
        }}
      />
    </div>
  </section>
);
