import { Info, TriangleAlert, X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { local } from '../sync/local.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useAnnouncement } from './announcement.ts';
import './announced.css';

const closedKey = 'closed announcement';

/** Milliseconds: no stream tells of it, and who works in one tab does not come back to it. */
const between = 300_000;

/** What the operator tells everybody, above all pages, until it is closed in this browser. */
export function Announced() {
  const of = useAnnouncement();
  const [closed, setClosed] = useState(() => local.get(closedKey));
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void of.read(), between);
    return () => clearInterval(timer);
  }, [of]);
  const told = of.value.value?.announcement;
  if (!told || told.id === closed) return null;
  const isWarning = told.level === 'warning';
  return (
    <aside class={`announced ${told.level}`}>
      <Icon of={isWarning ? TriangleAlert : Info} />
      <p role={isWarning ? 'alert' : 'status'} dir="auto">
        {told.text}
      </p>
      <IconButton
        icon={X}
        name={t.close}
        run={() => {
          local.set(closedKey, told.id);
          setClosed(told.id);
        }}
      />
    </aside>
  );
}
