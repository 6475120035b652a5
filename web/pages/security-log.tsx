import { users } from '../../contract/users.ts';
import { usePages } from '../app/pages-of.ts';
import { server } from '../app/session.ts';
import { ago, longMoment } from '../messages/formats.ts';
import { settingsTexts, securityTexts as texts } from '../messages/settings.ts';
import { browserOf } from './browser-name.ts';
import { Head } from './settings-frame.tsx';

/** Sign-ins, failed ones, and changes of what protects the account. */
export function SecurityLog() {
  const pages = usePages('security log', async (cursor, signal) => {
    const query = { limit: 20, ...(cursor ? { cursor } : {}) };
    const { reply } = await server.ask(users.securityLog, { query }, { signal });
    return { items: reply.entries, nextCursor: reply.nextCursor };
  });
  return (
    <section>
      <Head title={texts.log} hint={texts.logHint} />
      {pages.problem && (
        <p class="problem" role="alert">
          {pages.problem}
        </p>
      )}
      {pages.items?.length === 0 && <p class="quiet">{texts.none}</p>}
      {pages.items && pages.items.length > 0 && (
        <ul class="rows happenings">
          {pages.items.map(({ publicId, type, createdAt, address, userAgent }) => (
            <li key={publicId}>
              <span class="grow">
                {type === 'signIn.failed' ? <b>{texts.types[type]}</b> : texts.types[type]}
                <span class="quiet" title={userAgent ?? ''}>
                  {' '}
                  {address ? `${texts.from(address)}, ${browserOf(userAgent)}` : texts.byOperator}
                </span>
              </span>
              <time class="quiet" dateTime={createdAt} title={longMoment(createdAt)}>
                {ago(createdAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {pages.hasMore && (
        <button class="button begin-plain" type="button" onClick={() => void pages.more()}>
          {settingsTexts.more}
        </button>
      )}
    </section>
  );
}
