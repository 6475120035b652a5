import { effect } from '@preact/signals';
import type { Store } from '../sync/store.ts';
import { botsHere } from '../ui/bots.ts';
import { huesFor, huesHere } from '../ui/hue.ts';
import { initialsHere, uniqueInitials } from '../ui/initials.ts';

/** Makes the initials and colors of a board's people differ on its page, and marks bots, until the returned function is called. */
export function showInitials(store: Store): () => void {
  const end = effect(() => {
    const members = store.members.value.flatMap((id) => store.get('member', id).value ?? []);
    const people = members.flatMap(({ user }) => (user?.name ? [{ id: user.id, name: user.name }] : []));
    initialsHere.value = uniqueInitials(people);
    huesHere.value = huesFor(people.map(({ id }) => id));
    botsHere.value = new Set(members.flatMap(({ user, isBot }) => (user && isBot ? [user.id] : [])));
  });
  return () => {
    end();
    initialsHere.value = new Map();
    huesHere.value = new Map();
    botsHere.value = new Set();
  };
}
