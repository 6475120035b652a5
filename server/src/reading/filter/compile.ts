import { numberOfKey, wordsText } from '../../../../contract/filter/card-test.ts';
import { fold } from '../../../../contract/filter/fold.ts';
import { foldedName, idsOf } from '../../../../contract/filter/known.ts';
import type { Meaning, Tree } from '../../../../contract/filter/tree.ts';
import { type Condition, conditionOf, namedCondition, type ReaderOf } from './conditions.ts';
import type { Names as AllNames } from './names.ts';
import { combined, type Node, type Texts } from './nodes.ts';

/*
 * A filter as conditions for the database and tests of texts: databases compare texts by rules of their own, so texts are
 * compared here. What has no texts in it is one condition, and most filters are.
 */

/** Where names are looked for. */
type Names = Pick<AllNames, 'candidates'>;

export function compile(tree: Tree, names: Names, reader: ReaderOf): Promise<Node> {
  const nodeOf = async (each: Tree): Promise<Node> => {
    if (each.kind === 'not') return combined('not', [await nodeOf(each.of)]);
    if (each.kind !== 'term') return combined(each.kind, await Promise.all(each.of.map(nodeOf)));
    const any = await Promise.all(each.any.map((meaning) => meant(meaning, names, reader)));
    const node = combined('or', any);
    return each.not ? combined('not', [node]) : node;
  };
  return nodeOf(tree);
}

const sqlNode = (condition: Condition): Node => ({ kind: 'sql', condition });

async function meant(meaning: Meaning, names: Names, reader: ReaderOf): Promise<Node> {
  switch (meaning.what) {
    case 'words':
      return wordsNode(meaning.text, names);
    case 'text':
      return textNode(meaning.of, fold(meaning.text));
    case 'named': {
      const candidates = await names.candidates(meaning.of);
      const ids = idsOf(meaning.of, meaning.name, candidates);
      return sqlNode(namedCondition(meaning.of, ids));
    }
    case 'field':
      throw new Error(`the field ${meaning.name} was not refused`);
    default:
      return sqlNode(conditionOf(meaning, reader));
  }
}

async function wordsNode(text: string, names: Names): Promise<Node> {
  const word = fold(text);
  const number = numberOfKey(word);
  const inTitle = (texts: Texts) =>
    wordsText(texts.title, texts.number).includes(word) || texts.number === number;
  const idsWith = async (of: 'label' | 'member') =>
    (await names.candidates(of)).flatMap((each) => (foldedName(each).includes(word) ? each.id : []));
  const [labels, members] = await Promise.all([idsWith('label'), idsWith('member')]);
  const named = [namedCondition('label', labels), namedCondition('member', members)].map(sqlNode);
  return combined('or', [...named, { kind: 'text', needs: 'title', test: inTitle }]);
}

function textNode(of: 'title' | 'description' | 'either', wanted: string): Node {
  const test = ({ title, description }: Texts) =>
    (of !== 'description' && fold(title).includes(wanted)) ||
    (of !== 'title' && fold(description ?? '').includes(wanted));
  return { kind: 'text', needs: of === 'title' ? 'title' : 'all', test };
}
