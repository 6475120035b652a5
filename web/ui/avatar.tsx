/** Someone in two letters; the colour is theirs wherever they are shown. */
export function Avatar({ id, name, size }: { id: string; name: string; size?: 'large' }) {
  const hue = Array.from(id).reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 360, 7);
  return (
    <span
      class={`avatar ${size ?? ''}`}
      style={{ '--hue': String(hue) }}
      title={name}
      role="img"
      aria-label={name}
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}
