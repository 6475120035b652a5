import { api } from '../contract/api.ts';
import { fitting, room } from './pages.ts';
import { withoutEmpty } from './shown.ts';
import type { Hands } from './tool.ts';

/** What became of the cards of a plan that was proposed, in pages. */
export async function readPlan(
  { client }: Hands,
  boardPublicId: string,
  planPublicId: string,
  cursor: string | undefined,
) {
  const page = await fitting(
    async (most) => {
      const { proposals, nextCursor } = await client.call(api.proposals.list, {
        params: { boardPublicId },
        query: { planPublicId, cursor, limit: most },
      });
      const entries = proposals.map(({ publicId: id, card, state, decidedBy, cardPublicId }) => {
        const { title, list } = card;
        return { id, title, state, ...withoutEmpty({ list, by: decidedBy?.name, card: cardPublicId }) };
      });
      return { entries, nextCursor };
    },
    { limit: 100, space: room, least: 1 },
  );
  return { proposals: page?.shown ?? [], nextCursor: page?.nextCursor ?? null };
}
