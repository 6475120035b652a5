import type { ComponentChildren } from 'preact';

/** Where a chart is drawn: its edges in pixels, and places within. */
export interface Place {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Of a fraction of the width. */
  x: (fraction: number) => number;
  /** Of a value. */
  y: (value: number) => number;
}

/** What can be pointed at: a day, a week or a card. */
export interface Mark {
  /** A fraction of the width. */
  x: number;
  /** A value; undefined for all of the height. */
  y?: number;
  says: string;
  card?: string;
}

export interface Chart {
  key: string;
  title: string;
  summary: string;
  /** Its numbers, as a table. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** From left to right. */
  marks: readonly Mark[];
  /** The highest value. */
  most: number;
  /** What is written below, at fractions of the width. */
  labels: readonly { at: number; text: string }[];
  legend: readonly { name: string; colour: string }[];
  draw: (place: Place) => ComponentChildren;
  /** What to say if there is nothing to draw. */
  empty: string;
}

/** A scale up to at least a value: its steps are 1, 2 or 5 times a power of ten. */
export function scaleTo(most: number): { top: number; steps: number[] } {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(most / step));
  return { top: count * step, steps: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** Evenly spread indexes, at most so many. */
export function someOf(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}
