import { signal } from '@preact/signals';
import { Pencil } from 'lucide';
import { t } from '../messages/t.ts';
import type { Viewer } from '../sync/presence.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import './here.css';

/** Whether this tab is visible. */
export const isSeen = signal(!document.hidden);

const look = () => {
  isSeen.value = !document.hidden;
};
document.addEventListener('visibilitychange', look);
addEventListener('pageshow', look);
addEventListener('pagehide', () => {
  isSeen.value = false;
});

/** Max number of avatars on a tile. */
const most = 2;

/** Other viewers who have a card open, at the corner of its tile, where they take no space. */
export function OnTile({ viewers }: { viewers: readonly Viewer[] }) {
  return (
    <span class={viewers.some(({ isWriting }) => isWriting) ? 'on-tile writing' : 'on-tile'}>
      <Icon of={Pencil} size={12} />
      {viewers.slice(0, most).map(({ id, name, isWriting }) => (
        <Avatar
          key={id}
          id={id}
          name={name}
          size="small"
          does={isWriting ? t.here.writes(name) : t.here.hasOpen(name)}
        />
      ))}
      {viewers.length > most && <span>+{viewers.length - most}</span>}
    </span>
  );
}
