import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageNames, languages } from '../../../../../contract/languages.ts';
import type { ChatWords } from './en.ts';
import { chatWords } from './words.ts';

/** All sentences, by where they are; those with a count as they are with several counts. */
const sentencesIn = ({ quoted, ...words }: ChatWords): [place: string, sentence: string][] =>
  Object.entries({ ...words, quoted: quoted('{text}') }).flatMap(([place, value]) => {
    if (typeof value === 'string') return [[place, value]];
    if (typeof value === 'function') return [2, 3, 40].map((count) => [`${place} ${count}`, value(count)]);
    return Object.entries(value).map(([key, sentence]) => [`${place} ${key}`, sentence]);
  });

const filledIn = (sentence: string) => (sentence.match(/\{\w+\}|\d+/g) ?? []).toSorted().join(' ');

const english = new Map(sentencesIn(chatWords.en));

for (const language of languages.filter((each) => each !== 'en')) {
  test(`messages to chats in ${languageNames[language]} say what the English ones say`, () => {
    for (const [place, sentence] of sentencesIn(chatWords[language])) {
      const ours = english.get(place) ?? '';
      assert.equal(filledIn(sentence), filledIn(ours), `${place}: ${sentence}`);
      if (/[a-z]{3} /.test(ours)) assert.notEqual(sentence, ours, place);
    }
  });
}
