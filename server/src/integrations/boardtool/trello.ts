import { Type } from 'typebox';
import type { Outgoing } from '../../base/outgoing/outgoing.ts';
import type { Ask } from '../ask.ts';
import { type BoardTool, TokenRefused } from '../provider.ts';
import { defaultPolicy, type RetryPolicy, withRetries } from './retries.ts';
import { boardContents } from './trello-board.ts';
import { fileFetcher } from './trello-files.ts';
import { asTrello, type Get, whereThere } from './trello-get.ts';

/** Key and token are sent in a header, because addresses end up in logs. */
const authorization = (key: string | undefined, token: string): string =>
  `OAuth ${[...(key ? [['oauth_consumer_key', key]] : []), ['oauth_token', token]]
    .map(([name = '', value = '']) => `${name}="${encodeURIComponent(value)}"`)
    .join(', ')}`;

const Account = Type.Object({ username: Type.String({ minLength: 1 }) });
const Board = Type.Object({ id: Type.String(), name: Type.String() });
const Boards = Type.Array(Board);

export interface TrelloSettings {
  apiUrl: string;
  /** The key of the operator's application, sent with the user's token in every request. */
  key: string | undefined;
  patience?: RetryPolicy;
}

/** Trello, over REST. */
export function trello(
  ask: Ask,
  outgoing: Outgoing,
  { apiUrl, key, patience = defaultPolicy }: TrelloSettings,
): BoardTool {
  const patient = withRetries(patience);
  const getWith =
    (ask: Ask, token: string): Get =>
    async (path, reply, maxReply) => {
      const headers = { authorization: authorization(key, token) };
      const url = `${apiUrl}/1${path}`;
      try {
        return await ask({
          ...asTrello,
          url,
          base: apiUrl,
          headers,
          reply,
          ...(maxReply ? { maxReply } : {}),
        });
      } catch (error) {
        if (!(error instanceof TokenRefused) || key) throw error;
        throw new TokenRefused(`${error.message}: this service has no Trello key (BOARDTOOL_API_KEY)`);
      }
    };
  return {
    name: 'Trello',
    account: async (token) => (await getWith(ask, token)('/members/me?fields=username', Account)).username,
    async boards(token, which = 'open') {
      const found = await getWith(ask, token)(`/members/me/boards?filter=${which}&fields=name`, Boards);
      return found.map(({ id, name }) => ({ id, name }));
    },
    board: (token, id) =>
      whereThere(getWith(ask, token)(`/boards/${encodeURIComponent(id)}?fields=name`, Board)),
    contents(token, id, signal) {
      const again = patient(signal);
      const asking: Ask = (question) => again(() => ask({ ...question, signal }));
      const headers = { authorization: authorization(key, token) };
      return {
        ...boardContents(getWith(asking, token), id),
        file: fileFetcher(outgoing, { apiUrl, headers, signal, again }),
      };
    },
  };
}
