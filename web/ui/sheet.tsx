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
  /** Floats at the side, and the page behind it stays usable; on a phone it is modal, as all others are. */
  isAtSide?: boolean;
  /** Wide enough for two columns. */
  isWide?: boolean;
  /** Before the title. */
  start?: ComponentChildren;
  children: ComponentChildren;
}

/** As in sheet.css. */
const isPhone = matchMedia('(width < 40rem)');

/** A modal dialog, or one at the side; on a phone it opens from below. */
export function Sheet({ title, close, isAtSide, isWide, start, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    // Opening the dialog focuses the first button, so return the focus to a field that asked for it.
    const wanted = current?.contains(document.activeElement) ? document.activeElement : null;
    if (isAtSide && !isPhone.matches) current?.show();
    else current?.showModal();
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
      onKeyDown={(event) => {
        // Browsers cancel only modal dialogs by themselves.
        if (event.key !== 'Escape' || event.defaultPrevented || dialog.current?.matches(':modal')) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && event.currentTarget.matches(':modal')) close();
      }}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          {start}
          <h2 id={id}>{title}</h2>
          <button class="button plain icon-only small" type="button" aria-label={t.close} onClick={close}>
            <Icon of={X} />
          </button>
        </div>
        <div class="sheet-content">{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}
