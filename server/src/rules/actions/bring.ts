import type { Work } from '../../base/changes/change.ts';
import { Invalid } from '../../base/errors.ts';
import { takeOverRules } from '../../data/rules/rows.ts';
import type { OfBoard } from '../queries.ts';
import type { Settings } from '../settings.ts';
import { plainSettings } from './given.ts';

/** A rule from elsewhere. */
export interface BroughtRule extends Settings {
  name: string;
}

/**
 * Adds rules from elsewhere to a board that has none. They are paused: what they name is checked when somebody sets them going,
 * who becomes their maker. Returns the names of those that cannot be rules here.
 */
export async function bringRules(
  slice: Pick<Work, 'tx' | 'now' | 'actor'>,
  board: OfBoard,
  rules: readonly BroughtRule[],
): Promise<string[]> {
  const refused: string[] = [];
  const taken = rules.flatMap(({ name, ...given }, place) => {
    try {
      const settings = plainSettings(given, slice.actor.timeZone);
      const content = { name, kind: settings.when.type, settings: JSON.stringify(settings), place };
      return [{ ...content, active: 0 as const, isOwn: false }];
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      refused.push(name);
      return [];
    }
  });
  await takeOverRules(slice, board, taken, (id) => id);
  return refused;
}
