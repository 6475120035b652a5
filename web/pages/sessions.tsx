import { Monitor } from 'lucide';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { useResource } from '../app/resource.ts';
import { server, signOut } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { ago, moment } from '../messages/formats.ts';
import { profileTexts } from '../messages/pages.ts';
import { Icon } from '../ui/icon.tsx';
import { attempt } from './attempt.ts';
import { browserOf } from './browser-name.ts';
import { Head } from './settings-frame.tsx';

type Session = ReplyOf<typeof routes.auth.sessions>[number];

const endOthers = () => server.ask(routes.auth.endOtherSessions, {});

/** Where the user is signed in. */
export function Sessions() {
  const sessions = useResource<Session[]>(
    'sessions',
    async (signal) => (await server.ask(routes.auth.sessions, {}, { signal })).reply,
  );
  const end = (sessionId: string) =>
    attempt(() => server.ask(routes.auth.endSession, { params: { sessionId } }), sessions.read);
  const count = sessions.value.value?.length ?? 0;
  return (
    <section>
      <Head title={profileTexts.sessions}>
        {count > 1 && (
          <button class="button" type="button" onClick={() => void attempt(endOthers, sessions.read)}>
            {profileTexts.endOthers}
          </button>
        )}
      </Head>
      <Loaded of={sessions}>
        {(all) => (
          <ul class="rows">
            {all.map((session) => (
              <SessionRow key={session.id} session={session} end={end} />
            ))}
          </ul>
        )}
      </Loaded>
      <div class="row wrap">
        <Confirm
          label={profileTexts.signOutEverywhere}
          question={profileTexts.everywhereQuestion}
          yes={profileTexts.signOutEverywhere}
          isPlain
          run={async () => {
            await endOthers();
            await signOut();
          }}
        />
      </div>
    </section>
  );
}

interface SessionRowProps {
  session: Session;
  end: (id: string) => Promise<void>;
}

const SessionRow = ({ session, end }: SessionRowProps) => {
  const { id, userAgent, lastUsedAt, createdAt, current } = session;
  return (
    <li>
      <Icon of={Monitor} />
      <div class="grow">
        {browserOf(userAgent)}
        <p class="quiet fine" title={userAgent ?? ''}>
          {current ? profileTexts.thisOne : profileTexts.used(ago(lastUsedAt))} ·{' '}
          {profileTexts.since(moment(createdAt))}
        </p>
      </div>
      {!current && (
        <button class="button small" type="button" onClick={() => void end(id)}>
          {profileTexts.endSession}
        </button>
      )}
    </li>
  );
};
