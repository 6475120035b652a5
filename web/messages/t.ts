import { first } from './en/first.ts';

/** The texts that are needed first. Do not read them while modules load: the language is chosen after that. */
export let t = first;

export function setFirst(texts: { first: typeof first } | undefined): void {
  if (texts) t = texts.first;
}
