import type { ProblemCode } from '../../../contract/filter/problems.ts';

export const problemTexts: Readonly<Record<ProblemCode, string>> = {
  'too-long': 'un filtro tiene como máximo {max} caracteres',
  'too-many-terms': 'un filtro tiene como máximo {max} términos, y cada valor cuenta',
  'too-deep': 'los paréntesis tienen como máximo {max} niveles',
  'unclosed-quote': 'la comilla no se cierra',
  'unclosed-parenthesis': 'el paréntesis no se cierra',
  'unexpected-parenthesis': 'aquí no hay ningún paréntesis abierto',
  'missing-term': 'aquí falta lo que se busca',
  'missing-value': 'falta un valor después de «{key}:»',
  'unknown-key':
    '«{key}» no es una clave de filtros ni un campo del tablero; pon entre comillas las palabras con dos puntos',
  'unknown-value': '«{value}» no es un valor de «{key}», que admite {allowed}',
  'not-a-date':
    '«{value}» no es una fecha; escribe 2026-12-01, today, week, <7d, 2026-12-01..2026-12-24 o none',
  'not-a-number': '«{value}» no es un número; escribe 5, >=5 o 3..8',
  'unknown-sort': 'no se puede ordenar por «{value}»; hay {allowed}',
  'too-many-sorts': 'las tarjetas se ordenan por {max} criterios como máximo',
  'not-on-tiles':
    'este filtro se aplica a las tarjetas como las muestran los tableros, y ahí no se puede saber «{term}»',
  'sort-inside': '«sort:» va fuera de los paréntesis, sin signo menos delante',
};
