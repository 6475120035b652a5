import { hueOf } from './hue.ts';
import { initialsHere, initialsOf } from './initials.ts';

interface AvatarProps {
  id: string;
  name: string;
  size?: 'large' | 'small' | 'on-card-tile';
  /** What the user is doing here now, if anything: replaces the name in the label and adds a ring. */
  does?: string | undefined;
}

/** A user's initials; the color is the same wherever the user is shown. */
export function Avatar({ id, name, size, does }: AvatarProps) {
  return (
    <span
      class={`avatar ${size ?? ''} ${does ? 'present' : ''}`}
      style={{ '--hue': String(hueOf(id)) }}
      title={does ?? name}
      role="img"
      aria-label={does ?? name}
    >
      {initialsHere.value.get(id) ?? initialsOf(name)}
    </span>
  );
}
