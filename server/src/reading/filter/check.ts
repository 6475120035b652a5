import { fieldTerms } from '../../../../contract/filter/fields.ts';
import { idsOf } from '../../../../contract/filter/known.ts';
import { parse } from '../../../../contract/filter/parse.ts';
import { problemText } from '../../../../contract/filter/problems.ts';
import {
  arePeople,
  type Filter,
  type Meaning,
  type Place,
  termsOf,
} from '../../../../contract/filter/tree.ts';
import { fieldNamesIn, unknownIn } from '../../../../contract/filter/unknown.ts';
import type { Names } from './names.ts';

/* What is wrong with a filter, and what it names that does not exist. */

interface Warning extends Place {
  message: string;
}

/** Checks a filter; names are only looked for if they are given. */
export async function checkFilter(text: string, names: Names | undefined) {
  const { filter, problem = await unknownOn(names, filter) } = parse(text);
  if (problem) {
    const { code, position, length } = problem;
    return { valid: false, error: { code, message: problemText(problem), position, length }, warnings: [] };
  }
  return { valid: true, error: null, warnings: filter && names ? await warningsOf(filter, names) : [] };
}

const unknownOn = async (names: Names | undefined, filter: Filter | undefined) =>
  names && filter ? unknownIn(filter, await names.fieldsOf(fieldNamesIn(filter))) : undefined;

async function warningsOf({ tree }: Filter, names: Names): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const term of termsOf(tree)) {
    for (const [index, meaning] of term.any.entries()) {
      const message = await warningAbout(meaning, names);
      const { position = 0, length = 0 } = term.values[index] ?? {};
      if (message !== undefined) warnings.push({ message, position, length });
    }
  }
  return warnings;
}

async function warningAbout(meaning: Meaning, names: Names): Promise<string | undefined> {
  if (meaning.what === 'field') return unknownValue(meaning, names);
  if (meaning.what !== 'named') return undefined;
  const { of, name } = meaning;
  if (idsOf(of, name, await names.candidates(of)).length > 0) return undefined;
  return `no ${arePeople(of) ? 'member' : of} here is called “${name}”`;
}

/** The options and people that fields can have. */
async function unknownValue(meaning: Meaning & { what: 'field' }, names: Names): Promise<string | undefined> {
  const unknown = [];
  for (const { asked } of fieldTerms(meaning, await names.fields(meaning.name))) {
    if (asked.is === 'person' && idsOf('member', asked.name, await names.candidates('member')).length === 0)
      unknown.push(`no member here is called “${asked.name}”`);
    else if (asked.is === 'chosen' && asked.ids.length === 0)
      unknown.push(`no option of “${meaning.name}” is called “${meaning.value?.text}”`);
    else return undefined;
  }
  return unknown[0];
}
