import { useState } from 'preact/hooks';
import type { Permission } from '../../../contract/permissions.ts';
import { users } from '../../../contract/users.ts';
import { server } from '../../app/session.ts';
import { factorTexts } from '../../messages/factors.ts';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';
import { CopyButton, ShownOnce } from '../shown-once.tsx';

const texts = factorTexts.signOn;

/** What the token of a directory permits. */
const permissions: readonly Permission[] = [
  'workspace:view',
  'member:view',
  'member:invite',
  'member:edit',
  'member:remove',
];

/** What a directory needs to provide the members of a workspace (SCIM 2.0). */
export function Directory({ workspace }: { workspace: string }) {
  const [token, setToken] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const address = `${location.origin}/scim/v2`;
  const make = () => {
    setMaking(true);
    return attempt(
      async () => {
        const body = { name: 'SCIM', workspacePublicId: workspace, permissions: [...permissions] };
        const { reply } = await server.ask(users.createApiKey, { body });
        setToken(reply.key);
      },
      () => setMaking(false),
    );
  };
  return (
    <section>
      <Head title={texts.scim} hint={texts.scimHint} />
      <div class="boxed">
        <label class="field">
          <span class="field-label">{texts.address}</span>
          <input class="input" readOnly dir="ltr" value={address} />
        </label>
        <div class="row wrap">
          <CopyButton text={address} />
          {token === undefined && (
            <button class="button small" type="button" disabled={isMaking} onClick={() => void make()}>
              {texts.makeToken}
            </button>
          )}
        </div>
        {token !== undefined && (
          <ShownOnce label={texts.token} value={token} done={() => setToken(undefined)} />
        )}
        <p class="quiet fine">{texts.tokenHint}</p>
      </div>
    </section>
  );
}
