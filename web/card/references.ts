import { routes } from '../../contract/routes.ts';
import { me, server } from '../app/session.ts';
import { t } from '../messages/t.ts';
import type { CardAround } from '../ui/around.ts';

/*
 * Cards of the workspace that texts mention by their keys. What all texts of a card mention is asked for together; of
 * those that the user may not view, the service says as little as of those that do not exist.
 */

/** Max keys of a request. */
const most = 100;
/** Milliseconds in which texts join a request, and in which its answer is good enough. */
const pause = 20;
const freshFor = 60_000;
/** Max cards remembered. */
const mostKnown = 1000;

/** What says of a card that it is done, if it is. */
export const doneText = ({ completedAt }: { completedAt: string | null }): string | undefined =>
  completedAt === null ? undefined : t.board.done;

type Found = ReadonlyMap<number, CardAround>;

interface Asking {
  workspace: string;
  numbers: number[];
  reply: Promise<Found>;
}

let joined: Asking | undefined;
const known = new Map<string, { at: number; found: Promise<CardAround | undefined> }>();

function asking(workspace: string, prefix: string): Asking {
  if (joined?.workspace === workspace && joined.numbers.length < most) return joined;
  const numbers: number[] = [];
  const ask = async (): Promise<Found> => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (joined === made) joined = undefined;
    const input = {
      params: { workspacePublicId: workspace },
      query: { keys: numbers.map((number) => `${prefix}-${number}`) },
    };
    const { cards } = (await server.ask(routes.relations.resolve, input)).reply;
    return new Map(
      cards.map(({ publicId, key, title, completedAt }) => [
        Number(key.slice(prefix.length + 1)),
        { id: publicId, title, done: doneText({ completedAt }) },
      ]),
    );
  };
  const made: Asking = { workspace, numbers, reply: ask() };
  joined = made;
  return made;
}

function find(workspace: string, prefix: string, number: number): Promise<CardAround | undefined> {
  const key = `${me.peek()?.id} ${workspace} ${number}`;
  const found = known.get(key);
  if (found && Date.now() - found.at < freshFor) return found.found;
  const { numbers, reply } = asking(workspace, prefix);
  numbers.push(number);
  const answer = reply.then((cards) => cards.get(number));
  known.delete(key);
  known.set(key, { at: Date.now(), found: answer });
  // Without a connection it is asked for again by the next text.
  answer.catch(() => known.delete(key));
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return answer;
}

/** The cards of a workspace with some numbers that the user may view. */
export async function cardsOfWorkspace(
  workspace: string,
  prefix: string,
  numbers: readonly number[],
): Promise<Found> {
  const found = await Promise.all(
    numbers.map(async (number) => [number, await find(workspace, prefix, number)] as const),
  );
  return new Map(found.flatMap(([number, card]) => (card ? [[number, card]] : [])));
}
