import { useEffect, useRef, useState } from 'preact/hooks';

/*
 * Text as it is shown. What turns it into markup is loaded when a text is first shown; until then, and where that
 * fails, the text stands as it was written.
 */

type Show = (text: string, into: Element) => void;

let loading: Promise<Show> | undefined;

async function load(): Promise<Show> {
  const [{ micromark }, { gfm, gfmHtml }, { default: purify }] = await Promise.all([
    import('micromark'),
    import('micromark-extension-gfm'),
    import('dompurify'),
  ]);
  // Pictures from elsewhere would tell others who reads what: they become links.
  purify.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName !== 'img' || !(node instanceof HTMLImageElement)) return;
    const link = document.createElement('a');
    link.href = node.getAttribute('src') ?? '';
    link.textContent = node.alt || link.href;
    node.replaceWith(link);
  });
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return;
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  });
  return (text, into) => {
    const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    into.replaceChildren(
      purify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'form'] }),
    );
  };
}

export function Markdown({ text }: { text: string }) {
  const shown = useRef<HTMLDivElement>(null);
  const [isPlain, setPlain] = useState(true);
  useEffect(() => {
    let isLeft = false;
    loading ??= load();
    void loading.then((show) => {
      if (isLeft || !shown.current) return;
      show(text, shown.current);
      setPlain(false);
    });
    return () => {
      isLeft = true;
    };
  }, [text]);
  return (
    <>
      {isPlain && <div class="markdown plain">{text}</div>}
      <div class="markdown" ref={shown} hidden={isPlain} />
    </>
  );
}
