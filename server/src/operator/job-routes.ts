import { operator } from '../../../contract/operator.ts';
import type { QueueKind } from '../../../contract/operator-shapes.ts';
import type { Work } from '../base/changes/change.ts';
import { isoMillisOrNull } from '../base/clock.ts';
import { Conflict, NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { mailOf } from '../base/mail/compose.ts';
import { messageOf } from '../base/message-of.ts';
import type { Service } from '../base/service.ts';
import { counted, queues, sources } from './queues.ts';

/** What runs in the background, and mails. */
export function jobRoutes(service: Service): void {
  const { db, jobs, clock, outbox, publicUrl } = service;

  bind(service, operator.jobs, async () => ({
    queues: (await db.all(queues, { now: clock.now(), limit: counted })).map(
      ({ kind, waiting, oldestAt, failed }) => ({
        kind,
        waiting: Number(waiting),
        oldestAt: isoMillisOrNull(oldestAt),
        failed: Number(failed),
      }),
    ),
    repeated: jobs.states().map((state) => ({ ...state, endedAt: isoMillisOrNull(state.endedAt) })),
  }));

  bind(service, operator.runJob, async ({ params: { jobName } }) => {
    const job = jobs.states().find(({ name }) => name === jobName);
    if (!job) throw new NotFound();
    if (job.isRunning) throw new Conflict('job-running');
    jobs.begin(jobName);
    return { success: true };
  });

  bind(service, operator.retry, async ({ change, params: { queueKind } }) => {
    const done = await change(async (work) => ({ retried: await retry(work, queueKind) }));
    // Jobs are called as their queues are.
    jobs.soon(queueKind);
    return done;
  });

  bind(service, operator.testMail, async ({ actor }) => {
    try {
      await outbox.attempt(mailOf({ to: actor.email }, 'test', `${publicUrl}/admin`));
      return { isSent: true, error: null };
    } catch (error) {
      return { isSent: false, error: messageOf(error).slice(0, 300) };
    }
  });
}

/** Has failed work tried again; returns how much there was. */
async function retry({ tx, now, ofInstallation }: Work, kind: QueueKind): Promise<number> {
  ofInstallation();
  return (await tx.run(sources[kind].failed.retry, { now })).length;
}
