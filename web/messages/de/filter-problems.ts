import type { ProblemCode } from '../../../contract/filter/problems.ts';

export const problemTexts: Readonly<Record<ProblemCode, string>> = {
  'too-long': 'ein Filter hat höchstens {max} Zeichen',
  'too-many-terms': 'ein Filter hat höchstens {max} Begriffe, jeder Wert zählt',
  'too-deep': 'Klammern sind höchstens {max} tief verschachtelt',
  'unclosed-quote': 'das Anführungszeichen wird nie geschlossen',
  'unclosed-parenthesis': 'die Klammer wird nie geschlossen',
  'unexpected-parenthesis': 'hier ist keine Klammer offen',
  'missing-term': 'hier fehlt, wonach gesucht wird',
  'missing-value': 'nach „{key}:“ fehlt ein Wert',
  'unknown-key':
    '„{key}“ ist kein Schlüssel von Filtern und kein Feld des Boards; setze Wörter mit Doppelpunkt in Anführungszeichen',
  'unknown-value': '„{value}“ ist kein Wert von „{key}“; es gibt {allowed}',
  'not-a-date':
    '„{value}“ ist kein Datum; schreibe 2026-12-01, today, week, <7d, 2026-12-01..2026-12-24 oder none',
  'not-a-number': '„{value}“ ist keine Zahl; schreibe 5, >=5 oder 3..8',
  'unknown-sort': 'nach „{value}“ lässt sich nicht sortieren; es gibt {allowed}',
  'too-many-sorts': 'Karten werden nach höchstens {max} Dingen sortiert',
  'not-on-tiles':
    'dieser Filter gilt für Karten, wie Boards sie zeigen, und dort lässt sich „{term}“ nicht erkennen',
  'sort-inside': '„sort:“ steht außerhalb von Klammern, ohne Minuszeichen davor',
};
