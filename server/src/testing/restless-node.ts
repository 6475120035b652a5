import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { sendMails } from '../notifications/mail/sender.ts';
import { startService } from '../start.ts';
import { cheapenHashes } from '../users/passwords.ts';

/*
 * A node as a process of its own, whose clock its parent moves, and whose jobs look for work all the time. It ends with its parent.
 */

/** From the parent: how far its clock is ahead of the machine's; microseconds. */
export interface Moved {
  ahead: number;
}

/** To the parent, once it listens. */
export interface Listening {
  address: string;
}

if (process.send) {
  const [settings = '{}', start = '0'] = process.argv.slice(2);
  let ahead = Number(start);
  process.on('message', (moved: Moved) => {
    ahead = moved.ahead;
  });
  process.on('disconnect', () => process.exit());
  cheapenHashes();
  const machine = systemClock();
  const now = () => machine.now() + ahead;
  const config = readConfig(JSON.parse(settings) as Record<string, string>);
  const service = await startService(config, { clock: { now, machine: now, elapsed: now }, timers: false });
  const works = [
    ...['alarms', 'spread-notifications', 'pushes', 'webhooks'].map((job) => () => service.jobs.run(job)),
    () => sendMails(service, 0),
  ];
  for (const work of works)
    void (async () => {
      for (;;) {
        await work();
        await pause(15);
      }
    })();
  process.send({ address: service.address } satisfies Listening);
}
