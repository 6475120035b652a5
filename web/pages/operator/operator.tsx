import { Activity } from 'lucide';
import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { ago, moment } from '../../messages/formats.ts';
import { operatorTexts as texts } from '../../messages/operator.ts';
import { Head, SettingsFrame } from '../settings-frame.tsx';
import { Accounts } from './accounts.tsx';
import { Announce } from './announce.tsx';
import { BackgroundWork } from './work.tsx';
import { Workspaces } from './workspaces.tsx';
import './operator.css';

type Installation = ReplyOf<typeof routes.operator.health>;

/** How the installation is, for its operators. */
export function OperatorPage() {
  const state = useResource<Installation>(
    'operator',
    async (signal) => (await server.ask(routes.operator.health, {}, { signal })).reply,
  );
  const groups = [{ name: texts.title, entries: [{ href: '/admin', text: texts.state, icon: Activity }] }];
  return (
    <SettingsFrame title={texts.title} groups={groups}>
      <Loaded of={state}>
        {(found) => (
          <>
            <Problems of={found} />
            <Backups of={found.backups} />
            <Nodes of={found} />
          </>
        )}
      </Loaded>
      <BackgroundWork />
      <Announce />
      <Accounts />
      <Workspaces />
    </SettingsFrame>
  );
}

function Problems({ of: { problems, version, engine, database } }: { of: Installation }) {
  return (
    <section>
      <Head title={texts.state} hint={texts.hint(version, engineNames[engine], texts.size(database.bytes))} />
      {problems.length === 0 ? (
        <p role="status">{texts.allWell}</p>
      ) : (
        <ul class="rows operated">
          {problems.map(({ code, detail, isUrgent }) => {
            const [said, advice] = texts.problems[code](detail ?? '');
            return (
              <li key={`${code} ${detail}`}>
                <div class="grow">
                  <p>{isUrgent ? <b>{said}</b> : said}</p>
                  <p class="quiet">{advice}</p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function Backups({ of }: { of: Installation['backups'] }) {
  if (!of) return null;
  const { folder, schedule, lastGood, nextAt, isRunning } = of;
  return (
    <section>
      <Head title={texts.backups} hint={`${schedule} · ${folder}`} />
      <ul class="rows operated">
        <li>
          <span class="grow">{texts.lastGood}</span>
          <span class="quiet">
            {lastGood ? `${moment(lastGood.at)} · ${texts.size(lastGood.bytes)}` : texts.none}
          </span>
        </li>
        <li>
          <span class="grow">{texts.next}</span>
          <span class="quiet">{isRunning ? texts.running : moment(nextAt)}</span>
        </li>
      </ul>
    </section>
  );
}

function Nodes({ of: { nodes } }: { of: Installation }) {
  const [said, say] = useState('');
  const test = async () => {
    try {
      const { isSent, error } = (await server.ask(routes.operator.testMail, {})).reply;
      say(isSent ? texts.mailSent : texts.mailFailed(error ?? ''));
    } catch (error) {
      say(problemOf(error));
    }
  };
  return (
    <section>
      <Head title={texts.nodes}>
        <button class="button" type="button" onClick={() => void test()}>
          {texts.testMail}
        </button>
      </Head>
      <p role="status">{said}</p>
      <ul class="rows operated">
        {nodes.map(({ id, host, version, seenAt, isSilent, disk, mails }) => (
          <li key={id}>
            <div class="grow">
              <p class="one-line">
                {host} · {version}
              </p>
              <p class="quiet">
                {[
                  texts.seen(ago(seenAt)),
                  disk ? texts.free(texts.size(disk.free), texts.size(disk.total)) : '',
                  texts.mails(mails.sent, mails.failed),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </p>
            </div>
            {isSilent && <span class="pill">{texts.silent}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
