import { mailboxes } from '../../contract/mailboxes.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { Select } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import type { OpenBoard } from '../board/open.ts';
import { transferTexts } from '../messages/transfers.ts';
import { attempt } from '../pages/attempt.ts';
import { AddressChanges, AddressField } from './secret-address.tsx';
import './transfers.css';

const texts = transferTexts.mailbox;

type Kept = ReplyOf<typeof mailboxes.get>;

/** The reader's mail address of a board: it is created, renewed and switched off. */
export function Mailbox({ board }: { board: OpenBoard }) {
  const { id } = board;
  const input = { params: { boardPublicId: id } };
  const kept = useResource<Kept>(
    `mailbox ${id}`,
    async (signal) => (await server.ask(mailboxes.get, input, { signal })).reply,
  );
  const change = async (operation: typeof mailboxes.create | typeof mailboxes.delete) => {
    await server.ask(operation, input);
    await kept.read();
  };
  const choose = (listPublicId: string | null) =>
    attempt(() => server.ask(mailboxes.update, { ...input, body: { listPublicId } }), kept.read);
  return (
    <section>
      <Loaded of={kept}>
        {({ isAvailable, address, listPublicId }) =>
          isAvailable ? (
            <>
              <p class="quiet">{texts.hint}</p>
              {address && (
                <>
                  <AddressField key={address} address={address} label={texts.address} texts={texts} />
                  <ListOfCards board={board} chosen={listPublicId} choose={choose} />
                </>
              )}
              <p class="caution">{texts.warning}</p>
              <AddressChanges
                isThere={address !== null}
                texts={texts}
                create={() => change(mailboxes.create)}
                revoke={() => change(mailboxes.delete)}
              />
            </>
          ) : (
            <p class="quiet">{texts.unavailable}</p>
          )
        }
      </Loaded>
    </section>
  );
}

interface ListProps {
  board: OpenBoard;
  chosen: string | null;
  choose: (id: string | null) => Promise<void>;
}

/** The list where cards are made. One that is gone or archived is not offered: the first one stands in for it. */
function ListOfCards({ board: { store }, chosen, choose }: ListProps) {
  const lists = store.lists.value;
  const value = chosen !== null && lists.includes(chosen) ? chosen : '';
  return (
    <Select label={texts.list} name="list" value={value} onChange={(id) => void choose(id || null)}>
      <option value="">{texts.firstList}</option>
      {lists.map((id) => (
        <option key={id} value={id}>
          {store.get('list', id).value?.name}
        </option>
      ))}
    </Select>
  );
}
