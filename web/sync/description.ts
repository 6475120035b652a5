import { routes } from '../../contract/routes.ts';
import type { Mutation } from './mutation.ts';
import type { Server } from './server.ts';

/*
 * A description is written over the text that was read, and no other. The tag that says so is of the whole card: where it
 * does not fit any more, something else of the card may have changed.
 */

type Now =
  /** The text that is to be written stands there already. */
  | { isThere: true; position: number | undefined }
  /** The text is as it was read: it can be written over. */
  | { isThere: false; mutation: Mutation };

/** A card without the members of its workspace: the board knows them. */
export const alone = { workspaceMembers: 'none' } as const;

/** No card has it: the tag of one that was not read yet. */
export const unread = '"unread"';

/** What has become of a text that was refused because of its tag; undefined where somebody has written another one. */
export async function overNow(server: Server, mutation: Mutation): Promise<Now | undefined> {
  const { part, over } = mutation;
  if (part?.kind !== 'description' || !over) return undefined;
  const params = { cardPublicId: part.cardId };
  const { reply, etag = unread, position } = await server.ask(routes.cards.get, { params, query: alone });
  if (reply.description === part.fields.description) return { isThere: true, position };
  if (reply.description !== over.description) return undefined;
  return { isThere: false, mutation: { ...mutation, over: { ...over, etag } } };
}
