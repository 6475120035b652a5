import { signal } from '@preact/signals';
import { X } from 'lucide';
import { t } from '../messages/en.ts';
import { Icon } from './icon.tsx';

/* Short notes at the edge of the page: what was done, and how to undo it. */

interface Action {
  label: string;
  run: () => void;
}

interface Toast {
  id: number;
  text: string;
  actions: readonly Action[];
  /** Whether it stays until someone puts it away. */
  stays: boolean;
}

const toasts = signal<readonly Toast[]>([]);
let made = 0;

/** Milliseconds: long enough to read it, and to change one's mind. */
const shownFor = 10_000;
/** So many that go by themselves are shown at a time. */
const most = 3;

/** Shows a note for a while; returns how to take it away. */
export function toast(text: string, ...actions: Action[]): () => void {
  const takeAway = show({ text, actions, stays: false });
  setTimeout(takeAway, shownFor);
  return takeAway;
}

/** Shows a note until someone has read it. */
export const notice = (text: string, ...actions: Action[]): (() => void) =>
  show({ text, actions, stays: true });

function show(given: Omit<Toast, 'id'>): () => void {
  const id = ++made;
  const all = [...toasts.peek(), { id, ...given }];
  const passing = all.filter(({ stays }) => !stays).slice(-most);
  toasts.value = all.filter((each) => each.stays || passing.includes(each));
  return () => dismiss(id);
}

const dismiss = (id: number): void => {
  toasts.value = toasts.peek().filter((each) => each.id !== id);
};

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, actions, stays }) => (
      <div key={id} class="toast">
        <span>{text}</span>
        {actions.map(({ label, run }) => (
          <button
            key={label}
            class="button small"
            type="button"
            onClick={() => {
              dismiss(id);
              run();
            }}
          >
            {label}
          </button>
        ))}
        {stays && (
          <button
            class="button plain small icon-only"
            type="button"
            aria-label={t.close}
            onClick={() => dismiss(id)}
          >
            <Icon of={X} />
          </button>
        )}
      </div>
    ))}
  </div>
);
