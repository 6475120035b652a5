/* What the scenarios need of a browser, whatever protocol it speaks. */

export interface Driver {
  /** Opens a window that shares nothing with those before it: no cookies, no storage. */
  open(): Promise<Window>;
  close(): Promise<void>;
}

export interface Window {
  /** Resolves when the page and its scripts have been loaded. */
  go(address: string): Promise<void>;
  /** The value of an expression on the page, or of the promise that it makes, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** What a mouse does, one step after the other. */
  point(...steps: readonly PointerStep[]): Promise<void>;
  /** What a keyboard does. */
  press(...steps: readonly KeyStep[]): Promise<void>;
  /** Of what the page is laid out in, in pixels. A browser may have a least width. */
  resize(width: number, height: number): Promise<void>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Buffer>;
  /** Messages on the console, errors and requests to other hosts; undefined where the browser does not tell. */
  complaints(): readonly string[] | undefined;
  close(): Promise<void>;
}

export type PointerStep = 'down' | 'up' | { x: number; y: number };

/** A key as in `KeyboardEvent.key`. */
export interface KeyStep {
  is: 'down' | 'up';
  key: string;
}

/** The expression as one of a promise of its value as JSON, which every protocol can hand over. */
export const asJson = (expression: string): string =>
  `(async () => JSON.stringify((await (${expression})) ?? null))()`;
