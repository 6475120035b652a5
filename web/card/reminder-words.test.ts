import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { region } from '../messages/formats.ts';
import { setLanguage, language as usual } from '../messages/tag.ts';
import { readSpan } from './reminder-words.ts';

// Other test files share the process.
const [tag, place] = [usual, region.value];
after(() => {
  setLanguage(tag);
  region.value = place;
});

test('a span is read in the page’s language, and in English', () => {
  const spans: Record<string, readonly [region: string, hours: readonly string[], days: readonly string[]]> =
    {
      en: ['US', ['3 hours', '3h', '3 hrs before'], ['2 days', '2d']],
      de: ['DE', ['3 Stunden', '3 Std.', '3 Stunden vorher', '3 hours'], ['2 Tage', '2 Tg.']],
      fr: ['FR', ['3 heures', '3h', '3 heures avant'], ['2 jours', '2 j']],
      es: ['ES', ['3 horas', '3 horas antes'], ['2 días', '2 d']],
      he: ['IL', ['3 שעות', '3 שעות לפני'], ['2 ימים', '2 days']],
    };
  for (const [language, [where, hours, days]] of Object.entries(spans)) {
    setLanguage(language);
    region.value = where;
    for (const text of hours) assert.equal(readSpan(text, false), 180, `${language}: ${text}`);
    for (const text of days) assert.equal(readSpan(text, false), 2880, `${language}: ${text}`);
    for (const text of ['3', '3 parsecs', 'heures', '5 weeks'])
      assert.equal(readSpan(text, false), undefined, `${language}: ${text}`);
  }
});
