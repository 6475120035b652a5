import { signal } from '@preact/signals';

/* Short notes at the edge of the page: what was done, and how to undo it. */

interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

const toasts = signal<readonly Toast[]>([]);
let made = 0;

/** Milliseconds: long enough to read it, and to change one's mind. */
const shownFor = 10_000;

export function toast(text: string, action?: Toast['action']): void {
  const id = ++made;
  toasts.value = [...toasts.value.slice(-2), { id, text, ...(action ? { action } : {}) }];
  setTimeout(() => dismiss(id), shownFor);
}

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((each) => each.id !== id);
};

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, action }) => (
      <div key={id} class="toast">
        <span>{text}</span>
        {action && (
          <button
            class="button small"
            type="button"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    ))}
  </div>
);
