import { numberOfKey, wordsText } from '../../../../contract/filter/card-passes.ts';
import { type FilterField, fieldTermsOrNone } from '../../../../contract/filter/fields.ts';
import { fold } from '../../../../contract/filter/fold.ts';
import { foldedName, idsOf } from '../../../../contract/filter/known.ts';
import type { Meaning, Tree } from '../../../../contract/filter/tree.ts';
import { never, type ReaderOf } from './condition.ts';
import { namedCondition, nodeOf } from './conditions.ts';
import { fieldCondition, hasField } from './field-conditions.ts';
import type { Names as AllNames } from './names.ts';
import { combined, type Node, sqlNode, type Texts } from './nodes.ts';

/*
 * A filter as conditions for the database and tests of texts: databases compare texts by rules of their own, so texts are
 * compared here. What has no texts in it is one condition, and most filters are.
 */

/** Where names are looked for. */
type Names = Pick<AllNames, 'candidates' | 'fields'>;

export function compile(tree: Tree, names: Names, reader: ReaderOf): Promise<Node> {
  const made = async (each: Tree): Promise<Node> => {
    if (each.kind === 'not') return combined('not', [await made(each.of)]);
    if (each.kind !== 'term') return combined(each.kind, await Promise.all(each.of.map(made)));
    const any = await Promise.all(each.any.map((meaning) => meant(meaning, names, reader)));
    const node = combined('or', any);
    return each.not ? combined('not', [node]) : node;
  };
  return made(tree);
}

async function meant(meaning: Meaning, names: Names, reader: ReaderOf): Promise<Node> {
  switch (meaning.what) {
    case 'words':
      return wordsNode(meaning.text, names, reader);
    case 'text':
      return textNode(meaning.of, fold(meaning.text));
    case 'named': {
      const candidates = await names.candidates(meaning.of);
      const ids = idsOf(meaning.of, meaning.name, candidates);
      return sqlNode(namedCondition(meaning.of, ids, reader));
    }
    case 'field':
      return fieldNode(meaning, names, reader);
    default:
      return nodeOf(meaning, reader);
  }
}

/** The texts of a card as they are compared, each folded once, however many terms look into it. */
const folded = new WeakMap<Texts, Map<string, string>>();

function foldedOf(texts: Texts, text: string): string {
  const known = folded.get(texts) ?? new Map<string, string>();
  const found = known.get(text) ?? fold(text);
  folded.set(texts, known.set(text, found));
  return found;
}

async function wordsNode(text: string, names: Names, reader: ReaderOf): Promise<Node> {
  const word = fold(text);
  const number = numberOfKey(word);
  const inTitle = (texts: Texts) =>
    foldedOf(texts, wordsText(texts.title, texts.number)).includes(word) || texts.number === number;
  const idsWith = async (of: 'label' | 'member') =>
    (await names.candidates(of)).flatMap((each) => (foldedName(each).includes(word) ? each.id : []));
  const [labels, members] = await Promise.all([idsWith('label'), idsWith('member')]);
  const named = [namedCondition('label', labels, reader), namedCondition('member', members, reader)].map(
    sqlNode,
  );
  return combined('or', [...named, { kind: 'text', needs: 'title', test: inTitle }]);
}

function textNode(of: 'title' | 'description' | 'either', wanted: string): Node {
  const test = (texts: Texts) =>
    (of !== 'description' && foldedOf(texts, texts.title).includes(wanted)) ||
    (of !== 'title' && foldedOf(texts, texts.description ?? '').includes(wanted));
  return { kind: 'text', needs: of === 'title' ? 'title' : 'description', test };
}

async function fieldNode(
  meaning: Meaning & { what: 'field' },
  names: Names,
  reader: ReaderOf,
): Promise<Node> {
  const terms = fieldTermsOrNone(meaning, await names.fields(meaning.name));
  if (terms.length === 0) return sqlNode(never);
  const nodes = terms.map(async ({ fields, asked }) => {
    if (asked.is === 'text') return fieldTextNode(fields, fold(asked.text));
    const people = asked.is === 'person' ? idsOf('member', asked.name, await names.candidates('member')) : [];
    return sqlNode(fieldCondition(fields, asked, reader, people));
  });
  return combined('or', await Promise.all(nodes));
}

/** Texts are only read of cards that have one in these fields. */
function fieldTextNode(fields: readonly FilterField[], wanted: string): Node {
  const ids = fields.map(({ publicId }) => publicId);
  const test = (texts: Texts) =>
    ids.some((id) => {
      const value = texts.fields[id];
      return value !== undefined && foldedOf(texts, String(value)).includes(wanted);
    });
  return combined('and', [sqlNode(hasField(fields)), { kind: 'text', needs: 'fields', test }]);
}
