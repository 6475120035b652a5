import { idsOf, unknownIn } from '../../../../contract/filter/known.ts';
import { parse } from '../../../../contract/filter/parse.ts';
import { problemText } from '../../../../contract/filter/problems.ts';
import { type Filter, type Place, termsOf } from '../../../../contract/filter/tree.ts';
import type { Names } from './names.ts';

/* What is wrong with a filter, and what it names that does not exist. */

interface Warning extends Place {
  message: string;
}

/** Checks a filter; names are only looked for if they are given. */
export async function checkFilter(text: string, names: Names | undefined) {
  const { filter, problem = filter && unknownIn(filter, () => names === undefined) } = parse(text);
  if (problem) {
    const { code, position, length } = problem;
    return { valid: false, error: { code, message: problemText(problem), position, length }, warnings: [] };
  }
  return { valid: true, error: null, warnings: filter && names ? await warningsOf(filter, names) : [] };
}

async function warningsOf({ tree }: Filter, names: Names): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const term of termsOf(tree)) {
    for (const [index, meaning] of term.any.entries()) {
      const value = term.values[index];
      if (meaning.what !== 'named' || !value) continue;
      if (idsOf(meaning.of, meaning.name, await names.candidates(meaning.of)).length > 0) continue;
      const kind = meaning.of === 'creator' ? 'member' : meaning.of;
      const { position, length } = value;
      warnings.push({ message: `no ${kind} here is called “${meaning.name}”`, position, length });
    }
  }
  return warnings;
}
