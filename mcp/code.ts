import { api } from '../contract/api.ts';
import type { Entry } from './pages.ts';
import { withoutEmpty } from './shown.ts';
import type { Hands } from './tool.ts';

/** What is told of the branches, commits and pull requests of a card: those that changed last. */
const most = 10;

export async function codeEntries({ client }: Pick<Hands, 'client'>, cardPublicId: string): Promise<Entry[]> {
  const query = { limit: most };
  const { links } = await client.call(api.cardCode.list, { params: { cardPublicId }, query });
  return links.map(({ publicId, kind, title, url, state }) => ({
    list: 'code',
    shown: { id: publicId, kind, ...withoutEmpty({ state }), title, url },
  }));
}
