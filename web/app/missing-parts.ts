import { t } from '../messages/t.ts';
import { noticeBelow } from '../ui/toast.tsx';

/** Parts that could not be loaded, by the browser's message, which names the file. */
const missing = new Set<string>();

let isOffered = false;

/**
 * Offers to reload the page once a part of it that could not be loaded can be had again, but does not come. Many browsers
 * remember until then that a module could not be loaded, and do not ask for it again; and an update of the service may
 * have renamed the file.
 */
export function followMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload: { message } }) => {
    const [file] = /https?:\/\/\S+/.exec(message) ?? [];
    if (file && missing.has(message) && !isOffered) void offer(file);
    missing.add(message);
  });
}

async function offer(file: string): Promise<void> {
  const isThere = await fetch(file, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (!isThere || isOffered) return;
  isOffered = true;
  noticeBelow(t.pages.partMissing, { label: t.pages.reload, run: () => location.reload() });
}
