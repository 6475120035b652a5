import type { OpenBoard } from '../board/open.ts';

/** Something on a board that can be chosen. */
export interface Choice {
  id: string;
  name: string;
}

/** The lists, labels and members of a board that have names. */
export function choicesOn({ store }: OpenBoard): Record<'lists' | 'labels' | 'members', readonly Choice[]> {
  const named = (kind: 'list' | 'label', ids: readonly string[]) =>
    ids.flatMap((id) => {
      const found = store.get(kind, id).value;
      return found ? [{ id, name: found.name }] : [];
    });
  return {
    lists: named('list', store.lists.value),
    labels: named('label', store.labels.value),
    members: store.members.value.flatMap((id) => {
      const name = store.get('member', id).value?.user?.name;
      return name ? [{ id, name }] : [];
    }),
  };
}
