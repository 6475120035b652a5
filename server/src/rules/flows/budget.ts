import { runsPerMinute } from '../../../../contract/rules.ts';
import { paced } from '../../base/jobs/paced.ts';
import type { OfBoard, RuleRow } from '../queries.ts';
import { forgetOld, ofLastMinute } from '../run-rows.ts';
import { type Cause, type Engine, runRule } from './run.ts';

/** Lets the rules of a board run, as often as they may. */
export class Budget {
  readonly #engine: Engine;
  readonly #board: OfBoard;
  readonly #paused = new Set<string>();
  #left: number | undefined;

  constructor(engine: Engine, { workspaceId, boardId }: OfBoard) {
    this.#engine = engine;
    this.#board = { workspaceId, boardId };
  }

  /** Runs a rule for a cause; false if it was paused, and need not be asked again. */
  async run(rule: RuleRow, cause: Cause): Promise<boolean> {
    if (this.#paused.has(rule.id)) return false;
    const left = this.#left ?? (await this.#count());
    const signal = this.#engine.service.stopping;
    const result = await paced(() => runRule(this.#engine, rule, cause, left), { signal });
    this.#left = left - (result === 'noted' ? 1 : 0);
    if (result === 'paused') this.#paused.add(rule.id);
    return result !== 'paused';
  }

  async #count(): Promise<number> {
    const { db, clock } = this.#engine.service;
    const [count, of] = ofLastMinute(this.#board, clock.now(), runsPerMinute);
    return runsPerMinute - Number((await db.first(count, of))?.count ?? 0);
  }

  /** Forgets the oldest runs. */
  async end(): Promise<void> {
    const { maintain, clock } = this.#engine.service;
    const [forget, of] = forgetOld(this.#board, clock.now());
    await maintain((tx) => tx.run(forget, of));
  }
}
