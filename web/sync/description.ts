import { routes } from '../../contract/routes.ts';
import type { Mutation } from './mutation.ts';
import type { Server } from './server.ts';

/*
 * A description may only replace the text that the user read. The `ETag` covers the whole card: when it no longer
 * matches, something else on the card may have changed.
 */

type Now =
  /** The server already has the new text. */
  | { isThere: true; position: number | undefined }
  /** The text is still the one that was read, so it can be replaced. */
  | { isThere: false; mutation: Mutation };

/** Reads a card or a board without the members of its workspace. */
export const alone = { workspaceMembers: 'none' } as const;

/** An `ETag` that matches no card, for a card that was not read yet. */
export const unread = '"unread"';

/** Checks the server's text after a 412; undefined if somebody has written a different one. */
export async function overNow(server: Server, mutation: Mutation): Promise<Now | undefined> {
  const { part, over } = mutation;
  if (part?.kind !== 'description' || !over) return undefined;
  const params = { cardPublicId: part.cardId };
  const { reply, etag = unread, position } = await server.ask(routes.cards.get, { params, query: alone });
  if (reply.description === part.fields.description) return { isThere: true, position };
  if (reply.description !== over.description) return undefined;
  return { isThere: false, mutation: { ...mutation, over: { ...over, etag } } };
}
