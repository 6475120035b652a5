import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard } from './fixtures.ts';
import type { Person } from './service.ts';

type NewChannel = BodyOf<typeof api.channels.create>;

/** Creates a board in a new workspace, with a chat channel. */
export async function chattingBoard(person: Person, url: string, given: Partial<NewChannel> = {}) {
  const made = await makeBoard(person);
  return { ...made, ...(await addChannel(person, made.board, url, given)) };
}

/** Adds a chat channel to a board. */
export async function addChannel(
  person: Person,
  board: string,
  url: string,
  given: Partial<NewChannel> = {},
) {
  const params = { boardPublicId: board };
  const body: NewChannel = { kind: 'slack', url, events: ['*'], ...given };
  const channel = await person.call(api.channels.create, { params, body });
  return { channel, at: { params: { ...params, channelPublicId: channel.publicId } } };
}
