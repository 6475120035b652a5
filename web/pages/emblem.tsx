import { hueOf } from '../ui/hue.ts';
import { initialsOf } from '../ui/initials.ts';

/** A board's initials in its own colour, next to its name. */
export const Emblem = ({ id, name }: { id: string; name: string }) => (
  <span class="emblem" style={{ '--hue': String(hueOf(id)) }} aria-hidden="true">
    {initialsOf(name)}
  </span>
);
