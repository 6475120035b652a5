import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type Around, nothingAround } from './around.ts';
import { htmlOf } from './markup.ts';
import { unmarked } from './unmarked.ts';
import './markdown.css';

/*
 * Rendered Markdown. The renderer is loaded when a text is first shown. Until then the text is shown without its marks; if
 * rendering fails or takes too long, as written.
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
  /** What is shown instead of the rendered text. */
  const [plain, setPlain] = useState<'unmarked' | 'written' | undefined>('unmarked');
  const canTick = tick !== undefined;
  useEffect(() => {
    let isLeft = false;
    const show = async () => {
      const [html, { clean, referElsewhere }] = await Promise.all([htmlOf(text), import('./sanitize.ts')]);
      if (isLeft || !shown.current) return;
      setPlain(html === null ? 'written' : undefined);
      shown.current.replaceChildren(...(html === null ? [] : [clean(html, around)]));
      for (const box of shown.current.querySelectorAll('input')) box.disabled = !canTick;
      await referElsewhere(shown.current, around);
    };
    show().catch(() => setPlain('written'));
    return () => {
      isLeft = true;
    };
  }, [text, around, canTick]);
  return (
    <>
      {plain && (
        <div class="markdown plain" dir="auto">
          {plain === 'written' ? text : unmarked(text)}
        </div>
      )}
      <div
        class="markdown"
        ref={shown}
        hidden={plain !== undefined}
        onChange={(event) => {
          const box = event.target as HTMLInputElement;
          if (box.dataset.at) tick?.(Number(box.dataset.at));
        }}
      />
    </>
  );
}
