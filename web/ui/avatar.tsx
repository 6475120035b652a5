interface AvatarProps {
  id: string;
  name: string;
  size?: 'large' | 'small';
  /** What they do here at this moment, for who does: it is said instead of the name, and a ring says it as well. */
  does?: string | undefined;
}

/** Someone in two letters; the colour is theirs wherever they are shown. */
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
