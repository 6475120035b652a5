import { hueOf, initialsOf } from '../ui/avatar.tsx';

/** A board in two letters and a colour of its own, beside its name. */
export const Emblem = ({ id, name }: { id: string; name: string }) => (
  <span class="emblem" style={{ '--hue': String(hueOf(id)) }} aria-hidden="true">
    {initialsOf(name)}
  </span>
);
