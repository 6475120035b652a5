import { useState } from 'preact/hooks';
import { calendars } from '../../contract/calendars.ts';
import { feeds } from '../../contract/feeds.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import type { OpenBoard } from '../board/open.ts';
import { day } from '../messages/formats.ts';
import { transferTexts } from '../messages/transfers.ts';
import { AddressChanges, AddressField } from './secret-address.tsx';
import './transfers.css';

type Kept = ReplyOf<typeof calendars.get>;
type Texts = typeof transferTexts.calendar;

/** The secret addresses of a board: of the calendar of its due dates, and of the feed of what happens on it. */
export const Calendar = ({ board: { id } }: { board: OpenBoard }) => (
  <>
    <Address key={`calendar ${id}`} board={id} texts={transferTexts.calendar} of={calendars} />
    <Address key={`feed ${id}`} board={id} texts={transferTexts.feed} of={feeds} />
  </>
);

interface AddressProps {
  board: string;
  texts: Texts;
  of: typeof calendars | typeof feeds;
}

/** An address is created, shown once, and revoked. */
function Address({ board, texts, of }: AddressProps) {
  const input = { params: { boardPublicId: board } };
  const kept = useResource<Kept>(
    `${of.get.path} ${board}`,
    async (signal) => (await server.ask(of.get, input, { signal })).reply,
  );
  const [fresh, setFresh] = useState<string>();
  const create = async () => {
    const { reply } = await server.ask(of.create, input);
    setFresh(reply.url);
    await kept.read();
  };
  const revoke = async () => {
    await server.ask(of.delete, input);
    setFresh(undefined);
    await kept.read();
  };
  return (
    <section>
      <h3>{texts.title}</h3>
      <p class="quiet">{texts.hint}</p>
      <Loaded of={kept}>
        {({ isActive, createdAt }) => (
          <>
            {fresh && (
              <AddressField
                key={fresh}
                address={fresh}
                label={texts.once}
                texts={texts}
                howTo={texts.howTo}
              />
            )}
            {isActive && createdAt && !fresh && <p>{texts.created(day(createdAt))}</p>}
            <p class="caution">{texts.warning}</p>
            <AddressChanges isThere={isActive} texts={texts} create={create} revoke={revoke} />
          </>
        )}
      </Loaded>
    </section>
  );
}
