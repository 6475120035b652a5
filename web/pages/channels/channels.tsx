import { Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { caps } from '../../../contract/caps.ts';
import { channels } from '../../../contract/channels.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { mayInWorkspace } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { chatTexts as texts } from '../../messages/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Channel, NewChat } from './form.tsx';
import { Chat } from './one.tsx';

/** The chats that are told what happens on a board. */
export const Channels = ({ board }: { board: OpenBoard }) =>
  mayInWorkspace(board, 'workspace:manage') ? (
    <ManagedChannels board={board} />
  ) : (
    <p class="quiet">{texts.notYours}</p>
  );

function ManagedChannels({ board }: { board: OpenBoard }) {
  const params = { boardPublicId: board.id };
  const all = useResource<Channel[]>(
    `channels ${board.id}`,
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
              <Chat key={channel.publicId} board={board} channel={channel} read={all.read} />
            ))}
            {known.length === 0 && !isNew && <p class="quiet">{texts.none}</p>}
          </>
        )}
      </Loaded>
      {isNew ? (
        <section>
          <h3>{texts.add}</h3>
          <NewChat
            board={board}
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
