import type { IconNode } from 'lucide';
import { Icon } from './icon.tsx';

interface IconButtonProps {
  icon: IconNode;
  name: string;
  run: () => void;
  size?: number;
  class?: string;
}

/** A button that shows only an icon: its name is its label and its tooltip. */
export const IconButton = ({
  icon,
  name,
  run,
  size = 16,
  class: style = 'button plain small icon-only',
}: IconButtonProps) => (
  <button class={style} type="button" aria-label={name} title={name} onClick={run}>
    <Icon of={icon} size={size} />
  </button>
);
