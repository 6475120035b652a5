import { Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { caps } from '../../../contract/caps.ts';
import { channelNames } from '../../../contract/channel-kinds.ts';
import { channels } from '../../../contract/channels.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { Confirm } from '../../app/confirm.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { mayInWorkspace } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { ago } from '../../messages/formats.ts';
import { chatTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { attempt } from '../attempt.ts';
import { reasonOf } from '../webhooks/reason.ts';
import { EditChat, NewChat } from './form.tsx';

type Channel = ReplyOf<typeof channels.list>[number];

/** The chats that are told what happens on a board. */
export const Channels = ({ board }: { board: OpenBoard }) =>
  mayInWorkspace(board, 'workspace:manage') ? (
    <ManagedChannels id={board.id} />
  ) : (
    <p class="quiet">{texts.notYours}</p>
  );

function ManagedChannels({ id }: { id: string }) {
  const params = { boardPublicId: id };
  const all = useResource<Channel[]>(
    `channels ${id}`,
    async (signal) => (await server.ask(channels.list, { params }, { signal })).reply,
  );
  const [isNew, setNew] = useState(false);
  const isFull = (all.value.value?.length ?? 0) >= caps.channelsOfBoard;
  return (
    <>
      <p class="quiet">{texts.hint}</p>
      <Loaded of={all}>
        {(known) => (
          <>
            {known.map((channel) => (
              <Chat key={channel.publicId} board={id} channel={channel} read={all.read} />
            ))}
            {known.length === 0 && !isNew && <p class="quiet">{texts.none}</p>}
          </>
        )}
      </Loaded>
      {isNew ? (
        <section>
          <h3>{texts.add}</h3>
          <NewChat
            cancel={() => setNew(false)}
            save={async (body) => {
              await server.ask(channels.create, { params, body });
              setNew(false);
              await all.read();
            }}
          />
        </section>
      ) : isFull ? (
        <p class="quiet">{texts.full(caps.channelsOfBoard)}</p>
      ) : (
        <button class="button" type="button" onClick={() => setNew(true)}>
          <Icon of={Plus} /> {texts.add}
        </button>
      )}
    </>
  );
}

interface ChatProps {
  board: string;
  channel: Channel;
  read: () => Promise<void>;
}

function Chat({ board, channel, read }: ChatProps) {
  const { name, kind, address, active } = channel;
  const params = { boardPublicId: board, channelPublicId: channel.publicId };
  const [isEdited, setEdited] = useState(false);
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
        {lastOf(channel)} {channel.filter && texts.isFiltered}
      </p>
      {isEdited ? (
        <EditChat
          given={channel}
          submit={t.save}
          cancel={() => setEdited(false)}
          save={async (body) => {
            await server.ask(channels.update, { params, body });
            setEdited(false);
            await read();
          }}
        />
      ) : (
        <Test params={params} name={name}>
          <button class="button small" type="button" onClick={() => setEdited(true)}>
            {texts.edit}
          </button>
          <button
            class="button small"
            type="button"
            onClick={() =>
              void attempt(() => server.ask(channels.update, { params, body: { active: !active } }), read)
            }
          >
            {active ? texts.turnOff : texts.turnOn}
          </button>
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
        </Test>
      )}
    </section>
  );
}

function stateOf({ active, consecutiveFailures }: Channel): [style: string, text: string] {
  if (!active) return ['', texts.off];
  return consecutiveFailures > 0 ? ['danger', texts.failing(consecutiveFailures)] : ['success', texts.on];
}

const lastOf = ({ lastSucceededAt }: Channel): string =>
  lastSucceededAt ? texts.lastSent(ago(lastSucceededAt)) : texts.neverSent;

interface TestProps {
  params: { boardPublicId: string; channelPublicId: string };
  name: string;
  /** Further buttons. */
  children: ComponentChildren;
}

/** Posts a message at once, and says what the service answered. */
function Test({ params, name, children }: TestProps) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string>();
  const send = async () => {
    setBusy(true);
    setAnswer(undefined);
    await attempt(
      async () => {
        const { success, statusCode, error } = (await server.ask(channels.test, { params })).reply;
        setAnswer(success ? texts.worked(name) : texts.failed(reasonOf(error, statusCode)));
      },
      () => setBusy(false),
    );
  };
  return (
    <>
      <div class="row wrap">
        <button class="button small" type="button" disabled={isBusy} onClick={() => void send()}>
          {isBusy ? texts.testing : texts.test}
        </button>
        {children}
      </div>
      <p class="fine" role="status">
        {answer}
      </p>
    </>
  );
}
