import { changesOn } from '../server/src/base/changes/change.ts';
import { systemClock } from '../server/src/base/clock.ts';
import type { Database } from '../server/src/base/db/database.ts';
import { judgeCards } from '../server/src/webhooks/judge.ts';

const refuse = () => {
  throw new Error('a command of the operator seals nothing and mails nobody');
};

/** Changes that the operator makes on the machine itself. */
export const operatorChanges = (db: Database) =>
  changesOn(
    {
      db,
      clock: systemClock(),
      secrets: { seal: refuse, open: refuse },
      publicUrl: '',
      outbox: { send: refuse },
      heldMails: { send: refuse },
      told: { now: () => undefined },
      judge: judgeCards,
    },
    () => {},
  );
