import type { TestService } from './service.ts';

/** How many statements `work` takes: the fewest of some runs, because jobs of the service may come in between. */
export async function statementsOf(service: TestService, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < 5; run++) {
    const before = service.db.statements;
    await work();
    counts.push(service.db.statements - before);
  }
  return Math.min(...counts);
}
