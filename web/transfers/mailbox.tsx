import { mailboxes } from '../../contract/mailboxes.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import type { OpenBoard } from '../board/open.ts';
import { transferTexts } from '../messages/transfers.ts';
import { AddressChanges, AddressField } from './secret-address.tsx';
import './transfers.css';

const texts = transferTexts.mailbox;

type Kept = ReplyOf<typeof mailboxes.get>;

/** The reader's mail address of a board: it is created, renewed and switched off. */
export function Mailbox({ board: { id } }: { board: OpenBoard }) {
  const input = { params: { boardPublicId: id } };
  const kept = useResource<Kept>(
    `mailbox ${id}`,
    async (signal) => (await server.ask(mailboxes.get, input, { signal })).reply,
  );
  const change = async (operation: typeof mailboxes.create | typeof mailboxes.delete) => {
    await server.ask(operation, input);
    await kept.read();
  };
  return (
    <section>
      <Loaded of={kept}>
        {({ isAvailable, address }) =>
          isAvailable ? (
            <>
              <p class="quiet">{texts.hint}</p>
              {address && (
                <AddressField key={address} address={address} label={texts.address} texts={texts} />
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
