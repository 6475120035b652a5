import { useState } from 'preact/hooks';
import { channelNames } from '../../../contract/channel-kinds.ts';
import { channels } from '../../../contract/channels.ts';
import { Confirm } from '../../app/confirm.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import type { OpenBoard } from '../../board/open.ts';
import { ago } from '../../messages/formats.ts';
import { eventTexts, chatTexts as texts } from '../../messages/settings.ts';
import { attempt } from '../attempt.ts';
import { Deliveries } from '../webhooks/deliveries.tsx';
import { groupOf } from '../webhooks/events.ts';
import { reasonOf, useTest } from '../webhooks/reason.ts';
import { wordsFor } from './choices.ts';
import { wordsOf } from './filter.tsx';
import { type Channel, EditChat } from './form.tsx';
import '../settings.css';

interface ChatProps {
  board: OpenBoard;
  channel: Channel;
  read: () => Promise<void>;
}

/** A chat: what it is told, whether it works, and what was posted. */
export function Chat({ board, channel, read }: ChatProps) {
  const { publicId, name, kind, address, filter, events, consecutiveFailures } = channel;
  const params = { boardPublicId: board.id, channelPublicId: publicId };
  const [shown, setShown] = useState<'form' | 'log'>();
  const [style, state] = stateOf(channel);
  const host = new URL(address).host;
  return (
    <section>
      <h3 class="one-line" dir="auto">
        {name}
      </h3>
      <p class="quiet fine">
        <span class={`pill ${style}`}>{state}</span>{' '}
        {name === channelNames[kind] ? host : `${channelNames[kind]} · ${host}`}
        <br />
        {wordsFor(events)}. {filter && wordsOf(board, filter)} {lastOf(channel)}
      </p>
      {consecutiveFailures > 0 && (
        <LastError key={`${publicId} ${consecutiveFailures}`} channel={channel} params={params} />
      )}
      {shown === 'form' ? (
        <EditChat
          board={board}
          channel={channel}
          cancel={() => setShown(undefined)}
          save={async (body) => {
            await server.ask(channels.update, { params, body });
            setShown(undefined);
            await read();
          }}
        />
      ) : (
        <Tools
          channel={channel}
          params={params}
          read={read}
          edit={() => setShown('form')}
          isLogShown={shown === 'log'}
          showLog={(isShown) => setShown(isShown ? 'log' : undefined)}
        />
      )}
      {shown === 'log' && (
        <Deliveries
          id={publicId}
          isActive={channel.active}
          read={async (query, signal) =>
            (await server.ask(channels.deliveries, { params, query }, { signal })).reply
          }
          redeliver={(channelDeliveryId) =>
            server.ask(channels.redeliver, { params: { ...params, channelDeliveryId } })
          }
          nameOf={nameOf}
          head={(tools) => tools}
        />
      )}
    </section>
  );
}

function stateOf({ active, consecutiveFailures }: Channel): [style: string, text: string] {
  if (!active) return [consecutiveFailures > 0 ? 'danger' : '', texts.off];
  return consecutiveFailures > 0 ? ['danger', texts.failing(consecutiveFailures)] : ['success', texts.on];
}

/** What happened, in words. */
function nameOf(event: string): string {
  const text = eventTexts[event as keyof typeof eventTexts] ?? event;
  return groupOf(event) === 'cards' ? texts.ofCard(text) : text;
}

const lastOf = ({ lastSucceededAt }: Channel): string =>
  lastSucceededAt ? texts.lastSent(ago(lastSucceededAt)) : texts.neverSent;

interface OneProps {
  channel: Channel;
  params: { boardPublicId: string; channelPublicId: string };
}

/** Why messages could not be posted last. */
function LastError({ channel: { publicId, active, consecutiveFailures }, params }: OneProps) {
  const last = useResource<string>(`last-error ${publicId} ${consecutiveFailures}`, async (signal) => {
    const query = { limit: 20 };
    const { deliveries } = (await server.ask(channels.deliveries, { params, query }, { signal })).reply;
    // Those that were given up when it was turned off do not say why.
    const failed = deliveries.find(({ error }) => error !== null && error !== 'disabled');
    return failed ? texts.lastError(reasonOf(failed.error, failed.statusCode)) : '';
  });
  return (
    <p class="problem">
      {last.value.value} {!active && texts.gaveUp}
    </p>
  );
}

interface ToolsProps extends OneProps {
  read: () => Promise<void>;
  edit: () => void;
  isLogShown: boolean;
  showLog: (isShown: boolean) => void;
}

function Tools({ channel, params, read, edit, isLogShown, showLog }: ToolsProps) {
  const { name, active, consecutiveFailures } = channel;
  const { isBusy, told, send } = useTest(
    async () => (await server.ask(channels.test, { params })).reply,
    () => texts.worked(name),
  );
  const isGivenUp = !active && consecutiveFailures > 0;
  const tool = (text: string, run: () => void, style = '') => (
    <button class={`button small ${style}`} type="button" onClick={run}>
      {text}
    </button>
  );
  const turn = () =>
    void attempt(() => server.ask(channels.update, { params, body: { active: !active } }), read);
  return (
    <>
      <div class="row wrap">
        {isGivenUp && tool(texts.turnOnAgain, turn, 'primary')}
        <button class="button small" type="button" disabled={isBusy} onClick={() => void send()}>
          {isBusy ? texts.testing : texts.test}
        </button>
        {tool(texts.edit, edit)}
        <button
          class="button small"
          type="button"
          aria-expanded={isLogShown}
          onClick={() => showLog(!isLogShown)}
        >
          {texts.log}
        </button>
        {!isGivenUp && tool(active ? texts.turnOff : texts.turnOn, turn)}
        <Confirm
          label={texts.delete}
          question={texts.deleteQuestion(name)}
          yes={texts.delete}
          isPlain
          run={async () => {
            await server.ask(channels.delete, { params });
            await read();
          }}
        />
      </div>
      <p class="fine" role="status">
        {told}
      </p>
    </>
  );
}
