import type { Ask } from '../ask.ts';
import { type BoardTool, TokenRefused } from '../provider.ts';

/** Trello, over REST. Beside the token of the user every request carries the key of the operator's application. */
export function trello(ask: Ask, apiUrl: string, key: string | undefined): BoardTool {
  const get = async (path: string, parameters: Record<string, string>, token: string) => {
    const search = new URLSearchParams({ ...parameters, ...(key ? { key } : {}), token }).toString();
    try {
      return await ask({ provider: 'Trello', url: `${apiUrl}/1${path}?${search}`, headers: {} });
    } catch (error) {
      if (!(error instanceof TokenRefused) || key) throw error;
      throw new TokenRefused(`${error.message}: this service has no key of Trello (BOARDTOOL_API_KEY)`);
    }
  };
  return {
    name: 'Trello',
    async account(token) {
      const { username } = (await get('/members/me', { fields: 'username' }, token)) as { username: string };
      return username;
    },
    async boards(token) {
      const found = await get('/members/me/boards', { filter: 'open', fields: 'name' }, token);
      return (found as { id: string; name: string }[]).map(({ id, name }) => ({ id, name }));
    },
  };
}
