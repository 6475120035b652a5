import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { ruleTexts as texts } from '../messages/rules.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';

/** Milliseconds for which a menu waits for the buttons of its board. */
const patience = 700;

/** The buttons of a board, as items of the menu of a card; none if they cannot be read soon. */
export async function buttonItems(
  { id: boardPublicId }: OpenBoard,
  cardPublicId: string,
): Promise<MenuItem[]> {
  const press = async (rulePublicId: string) => {
    try {
      const params = { boardPublicId, rulePublicId };
      const { reply } = await server.ask(routes.rules.press, { params, body: { cardPublicId } });
      toast(texts.pressed(reply.cards));
    } catch (error) {
      toast(problemOf(error));
    }
  };
  try {
    const signal = AbortSignal.timeout(patience);
    const { reply } = await server.ask(routes.rules.list, { params: { boardPublicId } }, { signal });
    return reply
      .filter(({ when, active }) => when.type === 'button' && active)
      .map(({ publicId, name }, at) => ({ text: name, isFirst: at === 0, run: () => void press(publicId) }));
  } catch {
    return [];
  }
}
