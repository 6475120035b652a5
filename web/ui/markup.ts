import { default as address } from './markup.worker.ts?worker&url';
import { areNames, namedIn } from './named.ts';

/* Requests the HTML of Markdown texts from a worker. */

export interface Asked {
  id: number;
  text: string;
  /** The named character references in the text. */
  named: ReadonlyMap<string, string>;
}

export interface Made {
  id: number;
  /** Null if the text should be shown as written; the worker announces itself with id 0. */
  html: string | null;
}

/** Milliseconds; a text that takes longer is shown as written. */
const patience = 4000;
/** Max number of texts cached. */
const most = 200;

const known = new Map<string, Promise<string | null>>();

/** The unsanitised HTML of a text; null if it should be shown as written. */
export function htmlOf(text: string): Promise<string | null> {
  const found = known.get(text);
  if (found) return found;
  const made = ask(text);
  known.set(text, made);
  // On a busy machine it may only have taken too long this time.
  void made.then((html) => html === null && known.delete(text));
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return made;
}

interface Waiting {
  resolve: (html: string | null) => void;
  text: string;
}

let worker: Worker | undefined;
/** Whether the worker has loaded. */
let isReady = false;
let asked = 0;
let clock: ReturnType<typeof setTimeout> | undefined;
const waiting = new Map<number, Waiting>();

function ask(text: string): Promise<string | null> {
  return new Promise((resolve) => {
    const id = ++asked;
    waiting.set(id, { resolve, text });
    tell(id, text);
  });
}

function tell(id: number, text: string): void {
  try {
    worker ??= begin();
    worker.postMessage({ id, text, named: namedIn(text, textOf) } satisfies Asked);
    if (isReady) clock ??= setTimeout(giveUp, patience);
  } catch {
    settle(id, null);
  }
}

function begin(): Worker {
  const made = new Worker(policy().createScriptURL(address), { type: 'module' });
  isReady = false;
  made.onmessage = ({ data: { id, html } }: MessageEvent<Made>) => {
    isReady = true;
    settle(id, html);
  };
  made.onerror = giveUp;
  return made;
}

function settle(id: number, html: string | null): void {
  waiting.get(id)?.resolve(html);
  waiting.delete(id);
  clearTimeout(clock);
  clock = waiting.size > 0 ? setTimeout(giveUp, patience) : undefined;
}

/** Terminates a worker that takes too long for a text, and starts another for the rest. */
function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  clock = undefined;
  const [first] = waiting.keys();
  if (first !== undefined) settle(first, null);
  for (const [id, { text }] of waiting) tell(id, text);
}

function textOf(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = policy().createHTML(html);
  return template.content.textContent;
}

interface Policy {
  createScriptURL(url: string): string;
  createHTML(html: string): string;
}

let made: Policy | undefined;

/** The page's Trusted Types policy allows script URLs and HTML only through a policy such as this. */
function policy(): Policy {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  const rules: Policy = {
    createScriptURL: () => address,
    createHTML: (html) => (areNames(html) ? html : ''),
  };
  made ??= trustedTypes?.createPolicy('markdown', rules) ?? rules;
  return made;
}
