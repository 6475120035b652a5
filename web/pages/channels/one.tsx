import { Ellipsis } from 'lucide';
import { useState } from 'preact/hooks';
import { channelNames } from '../../../contract/channel-kinds.ts';
import { channels } from '../../../contract/channels.ts';
import { ruleEvent } from '../../../contract/events.ts';
import { Confirmation } from '../../app/confirm.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import type { OpenBoard } from '../../board/open.ts';
import { ago } from '../../messages/formats.ts';
import { eventTexts, chatTexts as texts } from '../../messages/settings.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
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
  const [shown, setShown] = useState<'form' | 'log' | 'removal'>();
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
      ) : shown === 'removal' ? (
        <Confirmation
          label={texts.delete}
          question={texts.deleteQuestion(name)}
          yes={texts.delete}
          close={() => setShown(undefined)}
          run={async () => {
            await server.ask(channels.delete, { params });
            await read();
          }}
        />
      ) : (
        <Tools
          channel={channel}
          params={params}
          read={read}
          isLogShown={shown === 'log'}
          show={(part) => setShown(part === shown ? undefined : part)}
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
  if (event === ruleEvent) return texts.byRule;
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
  isLogShown: boolean;
  show: (part: 'form' | 'log' | 'removal') => void;
}

function Tools({ channel, params, read, isLogShown, show }: ToolsProps) {
  const { name, active, consecutiveFailures } = channel;
  const { isBusy, told, send } = useTest(
    async () => (await server.ask(channels.test, { params })).reply,
    () => texts.worked(name),
  );
  const isGivenUp = !active && consecutiveFailures > 0;
  const turn = () =>
    void attempt(() => server.ask(channels.update, { params, body: { active: !active } }), read);
  const items = (): MenuItem[] => [
    { text: texts.edit, run: () => show('form') },
    { text: isLogShown ? texts.hideLog : texts.log, run: () => show('log') },
    ...(isGivenUp ? [] : [{ text: active ? texts.turnOff : texts.turnOn, run: turn }]),
    { text: texts.delete, isFirst: true, run: () => show('removal') },
  ];
  return (
    <>
      <div class="row wrap">
        {isGivenUp && (
          <button class="button small primary" type="button" onClick={turn}>
            {texts.turnOnAgain}
          </button>
        )}
        <button class="button small" type="button" disabled={isBusy} onClick={() => void send()}>
          {isBusy ? texts.testing : texts.test}
        </button>
        <Menu label={texts.more(name)} icon={Ellipsis} items={items} />
      </div>
      <p class="fine" role="status">
        {told}
      </p>
    </>
  );
}
