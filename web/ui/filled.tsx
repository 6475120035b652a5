import type { ComponentChildren } from 'preact';

/** A text with something in the place of `{}`, or after it: languages differ in where the verb of a sentence stands. */
export function Filled({ text, children }: { text: string; children: ComponentChildren }) {
  const [before = '', after = ''] = text.split('{}');
  return (
    <>
      {before.trimEnd()} {children}
      {after}
    </>
  );
}
