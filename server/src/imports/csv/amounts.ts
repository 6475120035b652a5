import { greatestNumber } from '../../../../contract/field-types.ts';
import type { Decimal } from './plan.ts';

/* Parses numbers as people write them. */

/**
 * The number that a field shows: `1,234.5`, `1.234,50 €`, `12 %`; undefined for anything else, for `007`, and for what no field
 * holds. `1.234` has decimals if they follow a point, and `1,234` if they follow a comma.
 */
export function amountOf(field: string, decimal: Decimal = '.'): number | undefined {
  if (field.length > 40) return undefined;
  // Without marks of direction, which are around amounts in Hebrew.
  const text = field.replace(/[\u061c\u200e\u200f]/g, '').trim();
  const [, sign = '', digits = ''] =
    /^([-+]?)\s?[$€£¥₪]?\s?(\d[\d.,'\u00a0\u202f]*(?:e[-+]?\d{1,3})?)\s?(?:%|[$€£¥₪])?$/i.exec(text) ?? [];
  const plain = decimal === ',' && either.test(digits) ? swapped(digits) : plainDigits(digits);
  if (plain === undefined) return undefined;
  const amount = Number(`${sign}${plain}`);
  return Math.abs(amount) <= greatestNumber ? amount : undefined;
}

/** A group of thousands, or three decimals. */
const either = /^[1-9]\d{0,2}[.,]\d{3}$/;

const swapped = (digits: string): string =>
  digits.includes('.') ? digits.replace('.', '') : digits.replace(',', '.');

/** Finds out what decimals follow. */
export class DecimalMark {
  #commas = 0;
  #points = 0;
  #either = 0;
  #example = '';

  see(field: string): void {
    if (amountOf(field) === undefined) return;
    const digits = field.replace(/[^\d.,]/g, '');
    if (either.test(digits)) {
      this.#either++;
      this.#example ||= field.trim();
      return;
    }
    const marks: string[] = digits.match(/[.,]/g) ?? [];
    const last = marks.at(-1);
    if (last === undefined) return;
    // One that is there several times separates thousands.
    const isDecimal = marks.indexOf(last) === marks.length - 1;
    if ((last === ',') === isDecimal) this.#commas++;
    else this.#points++;
  }

  /** Adds what the numbers of another column say. */
  add(other: DecimalMark): void {
    this.#commas += other.#commas;
    this.#points += other.#points;
    this.#either += other.#either;
    this.#example ||= other.#example;
  }

  /** What they follow; `otherwise`, if no number says. */
  of(otherwise: Decimal): Decimal {
    if (this.#commas === this.#points) return otherwise;
    return this.#commas > this.#points ? ',' : '.';
  }

  /** How many numbers could be read in two ways, with one of them, if no other number says which. */
  get unclear(): { count: number; example: string } | undefined {
    const isClear = this.#commas > 0 !== this.#points > 0;
    return this.#either === 0 || isClear ? undefined : { count: this.#either, example: this.#example };
  }
}

function plainDigits(digits: string): string | undefined {
  if (/^(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(digits)) return digits;
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^[1-9]\d{0,2}(?:['\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(digits))
    return digits.replaceAll(/['\u00a0\u202f]/g, '').replace(',', '.');
  if (/^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/.test(digits))
    return digits.replaceAll('.', '').replace(',', '.');
  return /^(?:0|[1-9]\d*),\d+$/.test(digits) ? digits.replace(',', '.') : undefined;
}
