import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages/en.ts';
import { Icon } from './icon.tsx';
import { Toasts } from './toast.tsx';
import './sheet.css';

interface SheetProps {
  title: string;
  close: () => void;
  /** Stands at the edge of the page, and leaves what it is about in sight. */
  isAtSide?: boolean;
  /** Has room for two columns. */
  isWide?: boolean;
  /** Between the title and what is below it. */
  tabs?: ComponentChildren;
  children: ComponentChildren;
}

/** Something that is done over a page: a dialog of the browser's; on a phone it comes from below. */
export function Sheet({ title, close, isAtSide, isWide, tabs, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    // A field that asked for the focus has had it: opening takes it to the first button.
    const wanted = current?.contains(document.activeElement) ? document.activeElement : null;
    current?.showModal();
    (
      (wanted as HTMLElement | null) ??
      current?.querySelector<HTMLElement>('[data-focused]') ??
      current
    )?.focus();
    return () => current?.close();
  }, []);
  return (
    // A click beside the dialog is one on its backdrop; keys have Escape.
    <dialog
      ref={dialog}
      class={`sheet ${isAtSide ? 'at-side' : ''} ${isWide ? 'wide' : ''}`}
      tabIndex={-1}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // Browsers let a dialog that is not worked in close without asking it.
        if (event.target === dialog.current) close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="sheet-body">
        <header>
          <h2 id={id} class="one-line">
            {title}
          </h2>
          <button class="button plain icon-only small" type="button" aria-label={t.close} onClick={close}>
            <Icon of={X} />
          </button>
        </header>
        {tabs}
        <div class="sheet-content">{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}
