import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueTexts } from '../../contract/issue-texts.ts';
import { type Language, languageNames, languageOf, languages } from '../../contract/languages.ts';
import { english } from '../../tools/planted.ts';
import type { Texts } from '../messages/language.ts';
import { others } from '../messages/others.ts';

/* The texts of all languages beside the English ones. That none is missing is a matter of types. */

/** What a text says: a function is asked with stand-ins, which have to come back. */
interface Said {
  place: string;
  text: string;
}

/** Stand-ins for what texts are made with: names, and counts that have every plural form of all languages. */
const names = ['⟦a⟧', '⟦b⟧', '⟦c⟧', '⟦d⟧'];
const counts = [0, 1, 2, 3, 5, 11, 1_000_000];

function saidBy(text: (...given: unknown[]) => unknown, place: string): Said[] {
  const given = [names, ...counts.map((count) => [count, count, count, count])];
  return given.flatMap((each) => {
    try {
      const said = text(...each);
      return typeof said === 'string' ? [{ place: `${place}(${each[0]})`, text: said }] : [];
    } catch {
      // It is made with something else.
      return [];
    }
  });
}

function textsIn(texts: unknown, place = ''): Said[] {
  if (typeof texts === 'string') return [{ place, text: texts }];
  if (typeof texts === 'function') return saidBy(texts as (...given: unknown[]) => unknown, place);
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([name, each]) => textsIn(each, `${place}.${name}`));
}

/** The stand-ins and the values in braces of a text. */
const placesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/⟦.⟧|\{\w+/g)].map(([found]) => found))].sort();

const ours = new Map(
  textsIn({ ...english, issues: issueTexts }).map(({ place, text }) => [place, text] as const),
);

/** What is the same in a language as in English: names of products, and words that were taken over. */
const mostSame: Readonly<Record<Exclude<Language, 'en'>, number>> = {
  de: 0.06,
  fr: 0.06,
  es: 0.06,
  he: 0.06,
};

/** Sentences whose values a language words in another way, or leaves out: the kind of thing is clear from where it happens. */
const mayDiffer = /^\.issues\.(?:limit-reached|board-limit|board-limit-of-file)$|\.emptyHint\./;

for (const language of languages.filter((each) => each !== 'en')) {
  test(`the texts in ${languageNames[language]} say what the English ones say, with the same values`, async () => {
    const theirs: Texts = await others[language as keyof typeof others]();
    const all = textsIn(theirs);
    assert.ok(all.length > 2000, 'the texts were found');
    const lost = all.filter(({ place, text }) => {
      const our = ours.get(place);
      return our !== undefined && !mayDiffer.test(place) && placesIn(our).join() !== placesIn(text).join();
    });
    assert.deepEqual(lost, [], 'each has the values of the English one');
    const isOdd = (text: string) => /undefined|NaN|\[object|\$\{/.test(text) || text.trim() === '';
    const odd = all.filter(({ place, text }) => isOdd(text) && !isOdd(ours.get(place) ?? 'a'));
    assert.deepEqual(odd, [], 'no text is made of nothing');
    // A sentence, that is, four words or more.
    const same = all.filter(
      ({ place, text }) => ours.get(place) === text && /\p{L}+ \p{L}+ \p{L}+ \p{L}+/u.test(text),
    );
    assert.deepEqual(
      same.filter(({ place }) => !/codeHostTexts\.stepsOf/.test(place)),
      [],
      'no sentence was left in English',
    );
    const words = all.filter(({ text }) => /\p{L}{3}/u.test(text));
    const taken = words.filter(({ place, text }) => ours.get(place) === text);
    const share = taken.length / words.length;
    assert.ok(
      share < mostSame[language as keyof typeof mostSame],
      `${(100 * share).toFixed(1)} % are as in English`,
    );
  });
}

test('the language of a tag is the one that there are texts for', () => {
  assert.equal(languageOf('de-AT'), 'de');
  assert.equal(languageOf('DE'), 'de');
  assert.equal(languageOf('deu'), undefined);
  assert.equal(languageOf('nl-BE'), undefined);
  assert.equal(languageOf(null), undefined);
});
