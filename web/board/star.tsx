import { Star } from 'lucide';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { t } from '../messages/t.ts';
import { alone } from '../sync/description.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import type { OpenBoard } from './open.ts';
import { Watches } from './watching.tsx';

/** Adds a board to the user's favorites, or removes it: shown at once, and reverted if it is refused. */
export function BoardStar({ board, name }: { board: OpenBoard; name: string }) {
  const { id } = board;
  const params = { boardPublicId: id };
  const starred = useResource<boolean>(`star ${id}`, async (signal) => {
    // No list has the id of a board, so the reply contains no cards.
    const query = { lists: [id], ...alone };
    return (await server.ask(routes.boards.get, { params, query }, { signal })).reply.favorite;
  });
  const isStarred = starred.value.value ?? false;
  const turn = async () => {
    starred.set(!isStarred);
    try {
      await server.ask(routes.boards.update, { params, body: { favorite: !isStarred } });
    } catch (error) {
      starred.set(isStarred);
      toast(problemOf(error));
    }
  };
  return (
    <>
      <button
        class="button plain small icon-only star"
        type="button"
        aria-label={t.boards.star(name)}
        title={t.boards.star(name)}
        aria-pressed={isStarred}
        onClick={() => void turn()}
      >
        <Icon of={Star} />
      </button>
      <Watches board={board} />
    </>
  );
}
