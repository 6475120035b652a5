import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type Around, nothingAround } from './around.ts';
import { htmlOf } from './markup.ts';
import './markdown.css';

/*
 * Rendered Markdown. The renderer is loaded when a text is first shown. Until then, or if that fails or takes too long,
 * the text is shown as written.
 */

/** What texts here can refer to. */
export const AroundText = createContext<Around>(nothingAround);

interface MarkdownProps {
  text: string;
  /** Toggles the check box whose mark is at an index of the text; without it, check boxes are read-only. */
  tick?: (at: number) => void;
}

export function Markdown({ text, tick }: MarkdownProps) {
  const shown = useRef<HTMLDivElement>(null);
  const around = useContext(AroundText);
  const [isPlain, setPlain] = useState(true);
  const canTick = tick !== undefined;
  useEffect(() => {
    let isLeft = false;
    const show = async () => {
      const [html, { clean }] = await Promise.all([htmlOf(text), import('./sanitize.ts')]);
      if (isLeft || !shown.current) return;
      setPlain(html === null);
      shown.current.replaceChildren(...(html === null ? [] : [clean(html, around)]));
      for (const box of shown.current.querySelectorAll('input')) box.disabled = !canTick;
    };
    show().catch(() => setPlain(true));
    return () => {
      isLeft = true;
    };
  }, [text, around, canTick]);
  return (
    <>
      {isPlain && (
        <div class="markdown plain" dir="auto">
          {text}
        </div>
      )}
      <div
        class="markdown"
        ref={shown}
        hidden={isPlain}
        onChange={(event) => {
          const box = event.target as HTMLInputElement;
          if (box.dataset.at) tick?.(Number(box.dataset.at));
        }}
      />
    </>
  );
}
