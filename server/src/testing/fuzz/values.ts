/*
 * The parts of a request before it is sent: JSON with references that are resolved at run time, and with text that no
 * JavaScript value serialises to.
 */

export type Value = null | boolean | number | string | Reference | Raw | Fields | Value[];

/** A reference to an id, or another field that the service has returned, chosen when the request is sent. */
export class Reference {
  readonly kind: string;
  /** The index of the thing; 0 is the newest. */
  readonly pick: number;
  /** The field of the thing. */
  readonly field: string;
  /** Whether it may belong to a different parent than the rest of the request. */
  readonly loose: boolean;

  constructor(kind: string, pick: number, given: { field?: string | undefined; loose?: boolean } = {}) {
    this.kind = kind;
    this.pick = pick;
    this.field = given.field ?? 'id';
    this.loose = given.loose ?? false;
  }
}

/** Sent unchanged: in JSON without quotes, in an address without escapes. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An object as pairs: a key may be repeated, or be `__proto__`. */
export class Fields {
  readonly pairs: readonly (readonly [string, Value])[];
  constructor(pairs: readonly (readonly [string, Value])[]) {
    this.pairs = pairs;
  }
}

/** Resolves a reference. */
export type Resolve = (reference: Reference) => string | number;

/** The value as JSON. */
export function jsonOf(value: Value, resolve: Resolve): string {
  if (value instanceof Reference) return JSON.stringify(resolve(value));
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => jsonOf(each, resolve)).join()}]`;
  if (!(value instanceof Fields)) return JSON.stringify(value);
  return `{${value.pairs.map(([key, each]) => `${JSON.stringify(key)}:${jsonOf(each, resolve)}`).join()}}`;
}

/** The value as escaped text of an address. */
export function addressed(value: Value, resolve: Resolve): string {
  if (value instanceof Raw) return value.text.replace(/[^!-~]/g, encodeURIComponent);
  if (value instanceof Reference) return encodeURIComponent(resolve(value));
  const text = typeof value === 'string' ? value : jsonOf(value, resolve);
  return encodeURIComponent(text.toWellFormed());
}
