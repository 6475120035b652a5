import { Confirm } from '../app/confirm.tsx';
import { Form } from '../app/form.tsx';
import { copy } from '../ui/copy.ts';
import { takesFocusWhole } from '../ui/focus.ts';
import { toast } from '../ui/toast.tsx';

/* Addresses of a board that are secrets of one reader: of its calendar, its feed and its mails. */

interface FieldProps {
  address: string;
  label: string;
  texts: { copy: string; copied: string };
  /** What to do with an address that is shown only now: it takes the focus. */
  howTo?: string;
}

/** An address to be copied. */
export const AddressField = ({ address, label, texts, howTo }: FieldProps) => (
  <div class="form" {...(howTo && { role: 'status' })}>
    <label class="field">
      <span class="field-label">{label}</span>
      <input class="input" readOnly value={address} {...(howTo && { ref: takesFocusWhole })} />
    </label>
    {howTo && <p class="fine">{howTo}</p>}
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

interface ChangesProps {
  isThere: boolean;
  texts: { create: string; renew: string; renewQuestion: string; revoke: string; revokeQuestion: string };
  create: () => Promise<void>;
  revoke: () => Promise<void>;
}

/** Creates an address, or renews and revokes the one that is there. */
export const AddressChanges = ({ isThere, texts, create, revoke }: ChangesProps) =>
  isThere ? (
    <div class="row wrap">
      <Confirm label={texts.renew} question={texts.renewQuestion} yes={texts.renew} run={create} />
      <Confirm label={texts.revoke} question={texts.revokeQuestion} yes={texts.revoke} run={revoke} />
    </div>
  ) : (
    <Form submit={texts.create} isQuiet onSubmit={create}>
      {null}
    </Form>
  );
