import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { followLog } from './flows/follow.ts';
import { ringRules } from './flows/ring.ts';

/** Runs the rules of boards: after what they wait for, and at their times. */
export function runRules(service: Service): void {
  const engine = { service, sources: { db: service.db, turns: turnsOn(service.db.engine) } };
  service.jobs.every('rules', 1, () => followLog(engine));
  service.jobs.every('rules-at-times', 5, () => ringRules(engine));
}
