import { useLayoutEffect, useRef } from 'preact/hooks';
import { cardTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { isComposing } from '../ui/composing.ts';

/** One item per line, without list markers. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s*)?/, '').trim())
    .filter(Boolean)
    .map((line) => line.slice(0, 500));

interface AddItemsProps {
  name: string;
  add: (titles: readonly string[]) => void;
  close: () => void;
}

/** A field for new items of a checklist. It stays open for several. */
export function AddItems({ name, add, close }: AddItemsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = () => {
    const titles = linesOf(field.current?.value ?? '');
    if (!field.current || titles.length === 0) return;
    field.current.value = '';
    add(titles);
  };
  const onPaste = (event: ClipboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (linesOf(text).length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    event.currentTarget.setRangeText(text, selectionStart, selectionEnd);
    send();
  };
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send();
  };
  return (
    <div class="write">
      <textarea
        ref={field}
        class="input add-item"
        rows={1}
        dir="auto"
        placeholder={cardTexts.itemTitle}
        aria-label={cardTexts.itemOf(name)}
        onPaste={onPaste}
        onKeyDown={onKey}
      />
      <div class="row">
        <button class="button small" type="button" onClick={send}>
          {t.add}
        </button>
        <button class="button plain small" type="button" onClick={close}>
          {t.close}
        </button>
      </div>
    </div>
  );
}
