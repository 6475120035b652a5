import { useState } from 'preact/hooks';
import { calendars } from '../../contract/calendars.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { Confirm } from '../app/confirm.tsx';
import { Form } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import type { OpenBoard } from '../board/open.ts';
import { day } from '../messages/formats.ts';
import { transferTexts } from '../messages/transfers.ts';
import { copy } from '../ui/copy.ts';
import { takesFocusWhole } from '../ui/focus.ts';
import { toast } from '../ui/toast.tsx';
import './transfers.css';

const texts = transferTexts.calendar;

type Kept = ReplyOf<typeof calendars.get>;

/** The calendar feed of a board's due dates: its address is created, shown once, and revoked. */
export function Calendar({ board: { id } }: { board: OpenBoard }) {
  const input = { params: { boardPublicId: id } };
  const kept = useResource<Kept>(
    `calendar ${id}`,
    async (signal) => (await server.ask(calendars.get, input, { signal })).reply,
  );
  const [fresh, setFresh] = useState<string>();
  const create = async () => {
    const { reply } = await server.ask(calendars.create, input);
    setFresh(reply.url);
    await kept.read();
  };
  const revoke = async () => {
    await server.ask(calendars.delete, input);
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
            {fresh && <Fresh key={fresh} address={fresh} />}
            {isActive && createdAt && !fresh && <p>{texts.created(day(createdAt))}</p>}
            <p class="caution">{texts.warning}</p>
            {isActive ? (
              <div class="row wrap">
                <Confirm label={texts.renew} question={texts.renewQuestion} yes={texts.renew} run={create} />
                <Confirm
                  label={texts.revoke}
                  question={texts.revokeQuestion}
                  yes={texts.revoke}
                  run={revoke}
                />
              </div>
            ) : (
              <Form submit={texts.create} isQuiet onSubmit={create}>
                {null}
              </Form>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const Fresh = ({ address }: { address: string }) => (
  <div class="new-key" role="status">
    <label class="field">
      <span class="field-label">{texts.once}</span>
      <input class="input" readOnly value={address} ref={takesFocusWhole} />
    </label>
    <p class="fine">{texts.howTo}</p>
    <button
      class="button"
      type="button"
      onClick={() => void copy(address).then((isCopied) => isCopied && toast(texts.copied))}
    >
      {texts.copy}
    </button>
  </div>
);
