import { t } from '../messages/t.ts';
import { botsHere } from './bots.ts';
import { hueOf } from './hue.ts';
import { initialsHere, initialsOf } from './initials.ts';

interface AvatarProps {
  id: string;
  name: string;
  size?: 'large' | 'small' | 'on-card-tile';
  /** What the user is doing here now, if anything: replaces the name in the label and adds a ring. */
  does?: string | undefined;
  /** Whether it is a bot; those on the open board are known. */
  isBot?: boolean | undefined;
}

/** A user's initials; the color is the same wherever the user is shown, and bots have corners. */
export function Avatar({ id, name, size, does, isBot = botsHere.value.has(id) }: AvatarProps) {
  const said = does ?? (isBot ? t.here.botNamed(name) : name);
  return (
    <span
      class={`avatar ${size ?? ''} ${does ? 'present' : ''} ${isBot ? 'bot' : ''}`}
      style={{ '--hue': String(hueOf(id)) }}
      title={said}
      role="img"
      aria-label={said}
    >
      {initialsHere.value.get(id) ?? initialsOf(name)}
    </span>
  );
}
