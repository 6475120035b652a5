import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { ago } from '../../messages/formats.ts';
import { operatorTexts as texts } from '../../messages/operator.ts';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';

type Jobs = ReplyOf<typeof routes.operator.jobs>;

/** What waits, runs and failed in the background. */
export function BackgroundWork() {
  const jobs = useResource<Jobs>(
    'jobs',
    async (signal) => (await server.ask(routes.operator.jobs, {}, { signal })).reply,
  );
  const [said, say] = useState('');
  return (
    <section>
      <Head title={texts.work} hint={texts.workHint} />
      <p role="status">{said}</p>
      <Loaded of={jobs}>
        {({ queues, repeated }) => (
          <>
            <ul class="rows operated">
              {queues.map((queue) => (
                <QueueRow key={queue.kind} queue={queue} say={say} read={jobs.read} />
              ))}
              {repeated
                .filter(({ error }) => error !== null)
                .map((job) => (
                  <JobRow key={job.name} job={job} read={jobs.read} />
                ))}
            </ul>
            <details>
              <summary>{texts.repeated}</summary>
              <ul class="rows operated">
                {repeated.map((job) => (
                  <JobRow key={job.name} job={job} read={jobs.read} />
                ))}
              </ul>
            </details>
          </>
        )}
      </Loaded>
    </section>
  );
}

interface QueueRowProps {
  queue: Jobs['queues'][number];
  say: (text: string) => void;
  read: () => unknown;
}

function QueueRow({ queue: { kind, waiting, failed }, say, read }: QueueRowProps) {
  const retry = async () => {
    const { reply } = await server.ask(routes.operator.retry, { params: { queueKind: kind } });
    say(texts.retried(reply.retried));
  };
  return (
    <li>
      <div class="grow">
        <p>{texts.queues[kind]}</p>
        <p class="quiet">
          {texts.waiting(waiting)} · {texts.failed(failed)}
        </p>
      </div>
      {failed > 0 && (
        <button
          class="button plain small"
          type="button"
          aria-label={texts.tryAgainOf(texts.queues[kind])}
          onClick={() => void attempt(retry, read)}
        >
          {texts.tryAgain}
        </button>
      )}
    </li>
  );
}

interface JobRowProps {
  job: Jobs['repeated'][number];
  read: () => unknown;
}

function JobRow({ job: { name, endedAt, error, isRunning }, read }: JobRowProps) {
  const run = () => server.ask(routes.operator.runJob, { params: { jobName: name } });
  return (
    <li>
      <div class="grow">
        <p>
          <code>{name}</code>
        </p>
        <p class="quiet">
          {endedAt === null ? texts.notRun : texts.ended(ago(endedAt))}
          {error !== null && (
            <>
              {' · '}
              <bdi>{error}</bdi>
            </>
          )}
        </p>
      </div>
      {isRunning && <span class="pill">{texts.isRunning}</span>}
      <button
        class="button plain small"
        type="button"
        aria-label={texts.runNowOf(name)}
        onClick={() => void attempt(run, read)}
      >
        {texts.runNow}
      </button>
    </li>
  );
}
