import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { Icon } from './icon.tsx';
import { Toasts } from './toast.tsx';
import './sheet.css';

interface SheetProps {
  title: string;
  close: () => void;
  /** Docked to the side, so that the page behind it stays visible. */
  isAtSide?: boolean;
  /** Wide enough for two columns. */
  isWide?: boolean;
  /** Shown between the title and the content. */
  tabs?: ComponentChildren;
  children: ComponentChildren;
}

/** A modal dialog; on a phone it opens from below. */
export function Sheet({ title, close, isAtSide, isWide, tabs, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    // Opening the dialog focuses the first button, so return the focus to a field that asked for it.
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
    // A click outside the dialog is a click on its backdrop; keyboard users have Escape.
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
        // Browsers may close a dialog without a cancel event if the user has not interacted with it.
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
