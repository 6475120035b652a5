import { users } from '../../contract/users.ts';
import { Form, NewPassword } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { profileTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { SecondFactors } from './factors/second-factors.tsx';
import { type Account, Proof, proofIn, useAccount } from './proof.tsx';
import { SecurityLog } from './security-log.tsx';
import { Sessions } from './sessions.tsx';
import { Head } from './settings-frame.tsx';

/** The password, the active sessions, and what happened to the account. */
export const Security = () => <Loaded of={useAccount()}>{(account) => <Ways account={account} />}</Loaded>;

const Ways = ({ account }: { account: Account }) => (
  <>
    <SecondFactors />
    <Sessions />
    <section>
      <Head title={account.hasPassword ? profileTexts.changePassword : profileTexts.setPassword} />
      <Form
        submit={profileTexts.changePassword}
        isQuiet
        onSubmit={async ({ password = '', keys, ...given }) => {
          const body = { newPassword: password, ...proofIn(given), ...(keys ? { revokeApiKeys: true } : {}) };
          await server.ask(users.changePassword, { body });
          toast(profileTexts.passwordChanged);
        }}
      >
        <Proof account={account} />
        <NewPassword label={t.mailed.newPassword} />
        <label class="check">
          <input type="checkbox" name="keys" value="yes" /> {profileTexts.revokeKeys}
        </label>
      </Form>
    </section>
    <SecurityLog />
  </>
);
