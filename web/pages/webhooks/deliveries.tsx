import { ChevronDown, ChevronUp, RotateCcw } from 'lucide';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { webhooks } from '../../../contract/webhooks.ts';
import { usePages } from '../../app/pages-of.ts';
import { sentence } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { ago, moment } from '../../messages/formats.ts';
import { settingsTexts, webhookTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';
import { reasonOf } from './reason.ts';

type Delivery = ReplyOf<typeof webhooks.deliveries>['deliveries'][number];

type Shown = 'all' | Delivery['state'];

const shownStates: readonly Shown[] = ['all', 'pending', 'failed', 'succeeded'];

interface DeliveriesProps {
  params: { workspacePublicId: string; webhookPublicId: string };
  /** Whether the webhook is on: only then anything can be sent again. */
  isActive: boolean;
}

/** What a webhook has sent and will send, newest first. */
export function Deliveries({ params, isActive }: DeliveriesProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [times, setTimes] = useState(0);
  const pages = usePages(`${params.webhookPublicId} ${shown} ${times}`, async (cursor, signal) => {
    const query = {
      limit: 50,
      ...(cursor ? { cursor } : {}),
      ...(shown === 'all' ? {} : { state: shown }),
    };
    const { reply } = await server.ask(webhooks.deliveries, { params, query }, { signal });
    return { items: reply.deliveries, nextCursor: reply.nextCursor };
  });
  const again = () => setTimes(times + 1);
  return (
    <section>
      <Head title={texts.deliveries}>
        <div class="row wrap">
          <States shown={shown} show={setShown} />
          <button class="button small" type="button" onClick={again}>
            <Icon of={RotateCcw} /> {texts.refresh}
          </button>
        </div>
      </Head>
      {pages.problem && (
        <p class="problem" role="alert">
          {pages.problem}
        </p>
      )}
      {pages.items?.length === 0 && !pages.hasMore && <p class="quiet">{texts.noDeliveries}</p>}
      {pages.items && pages.items.length > 0 && (
        <ul class="rows happenings">
          {pages.items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              redeliver={
                isActive && delivery.state !== 'pending'
                  ? () =>
                      attempt(async () => {
                        const input = { params: { ...params, deliveryId: delivery.id } };
                        await server.ask(webhooks.redeliver, input);
                        toast(texts.redelivered);
                      }, again)
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <button class="button begin-plain" type="button" onClick={() => void pages.more()}>
          {settingsTexts.more}
        </button>
      )}
    </section>
  );
}

const States = ({ shown, show }: { shown: Shown; show: (state: Shown) => void }) => (
  <div class="segments" role="group" aria-label={texts.state}>
    {shownStates.map((state) => (
      <button key={state} type="button" aria-pressed={shown === state} onClick={() => show(state)}>
        {texts.states[state]}
      </button>
    ))}
  </div>
);

interface RowProps {
  delivery: Delivery;
  /** Absent if it cannot be sent again. */
  redeliver: (() => Promise<void>) | undefined;
}

function DeliveryRow({ delivery, redeliver }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { event, state, statusCode, durationMs, createdAt } = delivery;
  const style = { pending: 'warning', failed: 'danger', succeeded: 'success' }[state];
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={`pill ${style}`}>
          {statusCode ?? (state === 'pending' ? texts.waiting : texts.noAnswer)}
        </span>
        <code class="grow">{event}</code>
        {durationMs !== null && <span class="quiet">{texts.duration(durationMs)}</span>}
        <time class="quiet" dateTime={createdAt} title={moment(createdAt)}>
          {ago(createdAt)}
        </time>
        <Icon of={isOpen ? ChevronUp : ChevronDown} />
      </button>
      {isOpen && <Details delivery={delivery} redeliver={redeliver} />}
    </li>
  );
}

function Details({ delivery, redeliver }: RowProps) {
  const { id, state, attempts, statusCode, error, createdAt, nextAttemptAt } = delivery;
  const facts: readonly [string, string | undefined][] = [
    [texts.happened, moment(createdAt)],
    [texts.attempts, String(attempts)],
    [
      texts.answer,
      error ? sentence(reasonOf(error, statusCode)) : statusCode ? texts.status(statusCode) : undefined,
    ],
    [texts.next, state === 'pending' && nextAttemptAt ? moment(nextAttemptAt) : undefined],
    [texts.id, id],
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
        )}
      </dl>
      {redeliver && (
        <button class="button small" type="button" onClick={() => void redeliver()}>
          {texts.redeliver}
        </button>
      )}
    </>
  );
}
