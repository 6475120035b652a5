interface AvatarProps {
  id: string;
  name: string;
  size?: 'large' | 'small';
  /** What the user is doing here now, if anything: replaces the name in the label and adds a ring. */
  does?: string | undefined;
}

/** A user's initials; the colour is the same wherever the user is shown. */
export function Avatar({ id, name, size, does }: AvatarProps) {
  return (
    <span
      class={`avatar ${size ?? ''} ${does ? 'present' : ''}`}
      style={{ '--hue': String(hueOf(id)) }}
      title={does ?? name}
      role="img"
      aria-label={does ?? name}
    >
      {initialsOf(name)}
    </span>
  );
}

export const hueOf = (id: string): number =>
  Array.from(id).reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 360, 7);

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}
