import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Words } from './words.ts';

const pieces = [
  'a',
  'A',
  'ä',
  'b',
  'ae',
  'z',
  'é',
  'e',
  'ß',
  'ss',
  '1',
  '01',
  '2',
  '10',
  ' ',
  '-',
  '_',
  ',',
  'Å',
  'ж',
  '日',
  'o\u0308',
  'ö',
  'ñ',
];
const texts = fc.array(fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((all) => all.join('')));

for (const locale of ['en-GB', 'sv-SE', 'de-CH'])
  test(`texts have the order of the language, also when others come later: ${locale}`, () => {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (times) => {
        const words = new Words(locale);
        for (const given of times) {
          const ranks = words.ranksOf(given);
          const rankOf = (text: string) => ranks.get(text) ?? Number.NaN;
          for (const [index, one] of given.entries())
            for (const other of given.slice(index))
              assert.equal(
                Math.sign(rankOf(one) - rankOf(other)),
                Math.sign(compare(one, other)),
                `${one}|${other}`,
              );
        }
      }),
      { numRuns: 60 },
    );
  });
