import { type TSchema, Type } from 'typebox';
import type { Ask } from '../ask.ts';
import { type BoardTool, TokenRefused } from '../provider.ts';

/** Both travel in a header: addresses are kept in logs. */
const authorization = (key: string | undefined, token: string): string =>
  `OAuth ${[...(key ? [['oauth_consumer_key', key]] : []), ['oauth_token', token]]
    .map(([name = '', value = '']) => `${name}="${encodeURIComponent(value)}"`)
    .join(', ')}`;

const Account = Type.Object({ username: Type.String({ minLength: 1 }) });
const Boards = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }));

/** Trello, over REST. Beside the token of the user every request carries the key of the operator's application. */
export function trello(ask: Ask, apiUrl: string, key: string | undefined): BoardTool {
  const get = async <T extends TSchema>(path: string, reply: T, token: string) => {
    const headers = { authorization: authorization(key, token) };
    try {
      return await ask({ provider: 'Trello', url: `${apiUrl}/1${path}`, base: apiUrl, headers, reply });
    } catch (error) {
      if (!(error instanceof TokenRefused) || key) throw error;
      throw new TokenRefused(`${error.message}: this service has no Trello key (BOARDTOOL_API_KEY)`);
    }
  };
  return {
    name: 'Trello',
    account: async (token) => (await get('/members/me?fields=username', Account, token)).username,
    async boards(token) {
      const found = await get('/members/me/boards?filter=open&fields=name', Boards, token);
      return found.map(({ id, name }) => ({ id, name }));
    },
  };
}
