import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { Unavailable } from '../base/errors.ts';
import { sendMails } from '../notifications/mail/sender.ts';
import { startService } from '../start.ts';
import { cheapenHashes } from '../users/passwords.ts';

/*
 * A node as a process of its own, whose clock its parent moves, and whose jobs look for work all the time. It ends with its parent.
 */

/** From the parent: how far its clock is ahead of the machine's; microseconds. */
export interface Moved {
  ahead: number;
  /** By how much it is wrong, so that it steps. */
  step?: number;
}

/** To the parent, once it listens. */
export interface Listening {
  address: string;
}

if (process.send) {
  const [settings = '{}', start = '0'] = process.argv.slice(2);
  let ahead = Number(start);
  let step = 0;
  process.on('message', (moved: Moved) => {
    ahead = moved.ahead;
    step = moved.step ?? 0;
  });
  process.on('disconnect', () => process.exit());
  cheapenHashes();
  const clock = systemClock({
    wall: () => Date.now() + (ahead + step) / 1000,
    elapsed: () => performance.now() + ahead / 1000,
  });
  const config = readConfig(JSON.parse(settings) as Record<string, string>);
  const service = await startService(config, { clock, timers: false });
  const works = [
    ...['alarms', 'spread-notifications', 'pushes', 'webhooks', 'claims'].map(
      (job) => () => service.jobs.run(job),
    ),
    () => sendMails(service, 0),
  ];
  for (const work of works)
    void (async () => {
      for (;;) {
        // As timers do: what the database does not answer now is tried again.
        await work().catch((error: unknown) => {
          if (!(error instanceof Unavailable)) throw error;
        });
        await pause(15);
      }
    })();
  process.send({ address: service.address } satisfies Listening);
}
