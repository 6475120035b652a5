import { ChevronDown, ChevronUp, RotateCcw } from 'lucide';
import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { QueryOf, ReplyOf } from '../../../contract/operation.ts';
import type { webhooks } from '../../../contract/webhooks.ts';
import { usePages } from '../../app/pages-of.ts';
import { sentence } from '../../app/problem.ts';
import { ago, moment } from '../../messages/formats.ts';
import { settingsTexts, webhookTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempt } from '../attempt.ts';
import { reasonOf } from './reason.ts';

type Page = ReplyOf<typeof webhooks.deliveries>;
type Delivery = Page['deliveries'][number];

type Shown = 'all' | Delivery['state'];

const shownStates: readonly Shown[] = ['all', 'pending', 'failed', 'succeeded'];

interface DeliveriesProps {
  /** Of the webhook or channel. */
  id: string;
  /** Whether it is on: only then anything can be sent again. */
  isActive: boolean;
  read: (query: NonNullable<QueryOf<typeof webhooks.deliveries>>, signal: AbortSignal) => Promise<Page>;
  redeliver: (deliveryId: string) => Promise<unknown>;
  /** What an event is called. */
  nameOf: (event: string) => ComponentChildren;
  /** The heading, which has the tools. */
  head: (tools: ComponentChildren) => ComponentChildren;
}

/** What a webhook or a channel has sent and will send, newest first. */
export function Deliveries({ id, isActive, read, redeliver, nameOf, head }: DeliveriesProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [times, setTimes] = useState(0);
  const pages = usePages(`${id} ${shown} ${times}`, async (cursor, signal) => {
    const query = {
      limit: 50,
      ...(cursor ? { cursor } : {}),
      ...(shown === 'all' ? {} : { state: shown }),
    };
    const { deliveries, nextCursor } = await read(query, signal);
    return { items: deliveries, nextCursor };
  });
  const again = () => setTimes(times + 1);
  return (
    <section>
      {head(
        <div class="row wrap">
          <States shown={shown} show={setShown} />
          <button class="button small" type="button" onClick={again}>
            <Icon of={RotateCcw} /> {texts.refresh}
          </button>
        </div>,
      )}
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
              name={nameOf(delivery.event)}
              redeliver={
                isActive && delivery.state !== 'pending'
                  ? () =>
                      attempt(async () => {
                        await redeliver(delivery.id);
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

interface DetailsProps {
  delivery: Delivery;
  /** Absent if it cannot be sent again. */
  redeliver: (() => Promise<void>) | undefined;
}

function DeliveryRow({ name, delivery, redeliver }: DetailsProps & { name: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const { state, statusCode, durationMs, createdAt, attempts } = delivery;
  const style = { pending: 'warning', failed: 'danger', succeeded: 'success' }[state];
  const waiting = attempts > 0 ? texts.retrying : texts.waiting;
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={`pill ${style}`}>{statusCode ?? (state === 'pending' ? waiting : texts.noAnswer)}</span>
        <span class="grow">{name}</span>
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

function Details({ delivery, redeliver }: DetailsProps) {
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
