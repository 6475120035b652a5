/*
 * What requests are made of before they are sent: JSON with places in it for what only the run knows, and for what
 * no value of JavaScript is written as.
 */

export type Value = null | boolean | number | string | Reference | Raw | Fields | Value[];

/** Stands for an id, or something else that the service gave out, which is chosen when the request is sent. */
export class Reference {
  readonly kind: string;
  /** Which of those that are there; 0 is the newest. */
  readonly pick: number;
  /** What of it. */
  readonly field: string;
  /** Whether it may belong to something else than the rest of the request. */
  readonly loose: boolean;

  constructor(kind: string, pick: number, given: { field?: string | undefined; loose?: boolean } = {}) {
    this.kind = kind;
    this.pick = pick;
    this.field = given.field ?? 'id';
    this.loose = given.loose ?? false;
  }
}

/** Goes out as it is: into JSON without quotes, into an address without escapes. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An object by its pairs: a key may come twice, or be `__proto__`. */
export class Fields {
  readonly pairs: readonly (readonly [string, Value])[];
  constructor(pairs: readonly (readonly [string, Value])[]) {
    this.pairs = pairs;
  }
}

/** What a reference stands for. */
export type Resolve = (reference: Reference) => string | number;

/** The value as JSON. */
export function jsonOf(value: Value, resolve: Resolve): string {
  if (value instanceof Reference) return JSON.stringify(resolve(value));
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => jsonOf(each, resolve)).join()}]`;
  if (!(value instanceof Fields)) return JSON.stringify(value);
  return `{${value.pairs.map(([key, each]) => `${JSON.stringify(key)}:${jsonOf(each, resolve)}`).join()}}`;
}

/** The value as a text of an address, escaped. */
export function addressed(value: Value, resolve: Resolve): string {
  if (value instanceof Raw) return value.text.replace(/[^!-~]/g, encodeURIComponent);
  if (value instanceof Reference) return encodeURIComponent(resolve(value));
  const text = typeof value === 'string' ? value : jsonOf(value, resolve);
  return encodeURIComponent(text.toWellFormed());
}
