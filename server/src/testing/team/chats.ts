import { addChannel } from '../channels.ts';
import { nth } from '../fixtures.ts';
import { type Receiver, receiver } from '../receiver.ts';
import { type Board, type Someone, sees, type Team } from './team.ts';

/* Chat channels of a team's boards, and a model of what they are told. */

const events = [
  'card.updated.comment.added',
  'card.updated.completed',
  'card.updated.list',
  'card.updated.member.added',
];

const words = { commented: 'commented on', completed: 'completed', moved: 'moved', assigned: 'assigned' };

interface Channel {
  board: Board;
  /** Somebody who may lose sight of the board. */
  creator: Someone;
  chat: Receiver;
  waiting: string[];
}

export class Chats {
  readonly #channels: readonly Channel[];

  private constructor(channels: readonly Channel[]) {
    this.#channels = channels;
  }

  /** Gives each board a channel, which everything else of the team is told of, too. */
  static async of(team: Team, chats: readonly Receiver[]): Promise<Chats> {
    const channels = await Promise.all(
      team.boards.map(async (board, n): Promise<Channel> => {
        const creator = nth(team.everyone, n + 1);
        const chat = nth(chats, n);
        const { channel } = await addChannel(nth(team.everyone, 0).person, board.id, chat.url, { events });
        await team.service.sql(
          `update webhooks set created_by = '${creator.person.id}' where id = '${channel.publicId}'`,
        );
        chat.received.length = 0;
        return { board, creator, chat, waiting: [] };
      }),
    );
    team.happened = ({ id, board }, what, by) => {
      const channel = channels.find((each) => each.board === board);
      // While its creator does not see the board, a channel is told nothing.
      if (channel && sees(channel.creator, board))
        channel.waiting.push(`${by.person.email.split('@')[0]} ${words[what]} ${id}`);
    };
    return new Chats(channels);
  }

  /** What each channel is to be told now, and what it has been told; a message at most. */
  taken(): { expected: string[]; got: string[]; messages: number }[] {
    return this.#channels.map(({ creator, board, chat, waiting }) => {
      const expected = waiting.splice(0);
      const messages = chat.received.splice(0).map(({ body }) => (JSON.parse(body) as { text: string }).text);
      return {
        expected: sees(creator, board) ? expected : [],
        got: messages.flatMap(linesOf),
        messages: messages.length,
      };
    });
  }
}

/** The changes that a message lists, as `who what card`, and as many unknown ones as it says that there are more. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => {
    const [, who, what] = /^(?:• )?(\w+) (commented on|completed|moved|assigned) /.exec(line) ?? [];
    const card = /\/c\/(\w+)/.exec(line)?.[1];
    return what === undefined ? [] : [`${who} ${what} ${card}`];
  });
  const more = Number(/… and (\d+) more$/.exec(text)?.[1] ?? 0);
  return [...lines, ...Array.from({ length: more }, () => '…')];
}

export const chatServers = (): Promise<Receiver[]> => Promise.all([receiver(), receiver()]);
