import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { type PagesOf, usePages } from '../../app/pages-of.ts';
import { me, server } from '../../app/session.ts';
import { ago } from '../../messages/formats.ts';
import { operatorTexts as texts } from '../../messages/operator.ts';
import { settingsTexts } from '../../messages/settings.ts';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';

type Account = ReplyOf<typeof routes.operator.users>['users'][number];

/** The accounts of the installation, by address. */
export function Accounts() {
  const [search, find] = useState('');
  const pages = usePages<Account>(`accounts ${search}`, async (cursor, signal) => {
    const query = { ...(cursor ? { cursor } : {}), ...(search ? { search } : {}) };
    const { reply } = await server.ask(routes.operator.users, { query }, { signal });
    return { items: reply.users, nextCursor: reply.nextCursor };
  });
  return (
    <section>
      <Head title={texts.accounts} />
      <Find label={texts.find} find={find} />
      <ul class="rows operated">
        {pages.items?.map((account) => (
          <AccountRow key={account.id} account={account} again={pages.again} />
        ))}
      </ul>
      <More of={pages} />
    </section>
  );
}

function AccountRow({ account, again }: { account: Account; again: () => Promise<void> }) {
  const { id, email, name, lastUsedAt, disabledAt, isOperator } = account;
  const params = { accountPublicId: id };
  const setDisabled = (isDisabled: boolean) =>
    attempt(() => server.ask(routes.operator.updateUser, { params, body: { isDisabled } }), again);
  return (
    <li>
      <div class="grow">
        <p class="one-line">{name ?? email}</p>
        <p class="quiet">
          {name ? `${email} · ` : ''}
          {lastUsedAt ? texts.used(ago(lastUsedAt)) : texts.never}
        </p>
      </div>
      {isOperator && <span class="pill">{texts.operator}</span>}
      {disabledAt && <span class="pill">{texts.disabled}</span>}
      {disabledAt ? (
        <button class="button plain small" type="button" onClick={() => void setDisabled(false)}>
          {texts.enable}
        </button>
      ) : (
        id !== me.value?.id && (
          <>
            <button
              class="button plain small"
              type="button"
              onClick={() => void attempt(() => server.ask(routes.operator.endSessions, { params }), again)}
            >
              {texts.endSessions}
            </button>
            <Confirm
              label={texts.disable}
              question={texts.disableQuestion}
              yes={texts.disable}
              isPlain
              run={() => setDisabled(true)}
            />
          </>
        )
      )}
    </li>
  );
}

/** A field that finds what begins with its text. */
export const Find = ({ label, find }: { label: string; find: (text: string) => void }) => (
  <input
    class="input"
    type="search"
    aria-label={label}
    placeholder={label}
    maxLength={100}
    onChange={({ currentTarget }) => find(currentTarget.value.trim())}
  />
);

/** The next page of a list, and why there is none. */
export const More = ({ of }: { of: PagesOf<unknown> }) => (
  <>
    {of.problem && (
      <p class="problem" role="alert">
        {of.problem}
      </p>
    )}
    {of.hasMore && (
      <button class="button begin-plain" type="button" onClick={() => void of.more()}>
        {settingsTexts.more}
      </button>
    )}
  </>
);
