import { needsAnswer } from './card-passes.ts';
import type { FilterField } from './fields.ts';
import { parse } from './parse.ts';
import type { Problem } from './problems.ts';
import { type Filter, termsOf } from './tree.ts';
import { unknownIn } from './unknown.ts';

/*
 * Filters of what happens: of streams, webhooks and channels. A card is judged while it changes, as boards show it, so there
 * is nobody to ask what tiles do not tell.
 */

/** The first term that tiles do not tell, as a problem. */
function untoldIn({ tree }: Filter): Problem | undefined {
  const term = termsOf(tree).find(({ any }) => any.some(needsAnswer));
  if (!term) return undefined;
  const { key, values, position, length } = term;
  return {
    code: 'not-on-tiles',
    values: { term: `${key}:${values.map(({ text }) => text).join(',')}` },
    position,
    length,
  };
}

/** Reads a filter that tiles can answer. */
export function parseForTiles(text: string): ReturnType<typeof parse> {
  const parsed = parse(text);
  const problem = parsed.filter && untoldIn(parsed.filter);
  return problem ? { problem } : parsed;
}

/** What is wrong with a filter that tiles answer; without fields, any name may be one. */
export function problemForTiles(text: string, fields?: readonly FilterField[]): Problem | undefined {
  const { filter, problem } = parseForTiles(text);
  return filter ? unknownIn(filter, fields) : problem;
}
