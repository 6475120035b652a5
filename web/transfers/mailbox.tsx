import { mailboxes } from '../../contract/mailboxes.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { Confirm } from '../app/confirm.tsx';
import { Form } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import type { OpenBoard } from '../board/open.ts';
import { transferTexts } from '../messages/transfers.ts';
import { copy } from '../ui/copy.ts';
import { toast } from '../ui/toast.tsx';
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
  const create = () => change(mailboxes.create);
  return (
    <section>
      <Loaded of={kept}>
        {({ isAvailable, address }) =>
          isAvailable ? (
            <>
              <p class="quiet">{texts.hint}</p>
              {address && <Address key={address} address={address} />}
              <p class="caution">{texts.warning}</p>
              {address ? (
                <div class="row wrap">
                  <Confirm
                    label={texts.renew}
                    question={texts.renewQuestion}
                    yes={texts.renew}
                    run={create}
                  />
                  <Confirm
                    label={texts.off}
                    question={texts.offQuestion}
                    yes={texts.off}
                    run={() => change(mailboxes.delete)}
                  />
                </div>
              ) : (
                <Form submit={texts.create} isQuiet onSubmit={create}>
                  {null}
                </Form>
              )}
            </>
          ) : (
            <p class="quiet">{texts.unavailable}</p>
          )
        }
      </Loaded>
    </section>
  );
}

const Address = ({ address }: { address: string }) => (
  <div class="form">
    <label class="field">
      <span class="field-label">{texts.address}</span>
      <input class="input" readOnly value={address} />
    </label>
    <div class="form-end">
      <button
        class="button"
        type="button"
        onClick={() => void copy(address).then((isCopied) => isCopied && toast(texts.copied))}
      >
        {texts.copy}
      </button>
    </div>
  </div>
);
