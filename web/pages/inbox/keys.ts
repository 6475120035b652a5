import { useEffect, useRef } from 'preact/hooks';
import { go } from '../../app/location.ts';
import type { Row } from './groups.ts';
import { changeAll } from './inbox.ts';
import { tomorrow } from './moments.ts';
import { linkOf } from './sentence.ts';

interface Keys {
  row: Row | undefined;
  next: () => void;
  previous: () => void;
}

const typing = 'input, textarea, select, [contenteditable], [popover]';

/** The keys of the inbox: j and k, e for done, h for tomorrow, u for read or unread, Enter to open. */
export function useInboxKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { row, next, previous } = latest.current;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as Element;
      if (target.closest(typing)) return;
      const deeds: Readonly<Record<string, () => void>> = {
        j: next,
        ArrowDown: next,
        k: previous,
        ArrowUp: previous,
        ...(row && ofRow(row, target, next)),
      };
      const deed = deeds[event.key];
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** What is done to a row takes it away, so the next one is chosen first. */
function ofRow(row: Row, target: Element, next: () => void): Record<string, () => void> {
  const isRead = row.every(({ readAt }) => readAt);
  return {
    e: () => {
      next();
      void changeAll(row, { archived: !row[0].archivedAt });
    },
    h: () => {
      next();
      void changeAll(row, { snoozeUntil: tomorrow().toISOString() });
    },
    u: () => void changeAll(row, { read: !isRead }),
    // On a control, Enter presses it.
    ...(target.closest('a, button') && !target.closest('[data-news]')
      ? {}
      : { Enter: () => go(linkOf(row[0])) }),
  };
}
