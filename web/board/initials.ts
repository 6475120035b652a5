import { effect } from '@preact/signals';
import type { Store } from '../sync/store.ts';
import { huesFor, huesHere } from '../ui/hue.ts';
import { initialsHere, uniqueInitials } from '../ui/initials.ts';

/** Makes the initials and colors of a board's people differ on its page, until the returned function is called. */
export function showInitials(store: Store): () => void {
  const end = effect(() => {
    const people = store.members.value.flatMap((id) => {
      const user = store.get('member', id).value?.user;
      return user?.name ? [{ id: user.id, name: user.name }] : [];
    });
    initialsHere.value = uniqueInitials(people);
    huesHere.value = huesFor(people.map(({ id }) => id));
  });
  return () => {
    end();
    initialsHere.value = new Map();
    huesHere.value = new Map();
  };
}
