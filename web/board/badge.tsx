import type { IconNode } from 'lucide';
import { Icon } from '../ui/icon.tsx';

interface BadgeProps {
  icon: IconNode;
  name: string;
  text?: string;
  isDone?: boolean;
}

/** Something that a tile says in few characters. */
export const Badge = ({ icon, name, text, isDone }: BadgeProps) => (
  <span class={isDone ? 'badge done' : 'badge'} title={name}>
    <Icon of={icon} size={14} />
    <span class="unseen">{name}</span>
    {text && <span aria-hidden="true">{text}</span>}
  </span>
);
