import type { TestService } from './service.ts';

/** How many statements `work` takes. */
export async function statementsOf(service: TestService, work: () => Promise<unknown>): Promise<number> {
  const before = service.db.statements;
  await work();
  return service.db.statements - before;
}
