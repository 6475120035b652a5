import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { Client } from '../contract/client.ts';
import { unlessForbidden } from './advice.ts';
import { archived, cursorOf, workspace } from './fields.ts';
import { type Entry, entriesAfter, lengthOf, room } from './pages.ts';
import { withoutEmpty } from './shown.ts';
import { tool } from './tool.ts';

/** Maximum number of workspaces whose boards one call lists. */
const maxWorkspaces = 20;

async function boardsIn(client: Client, workspacePublicId: string, isArchived: boolean) {
  const boards = await client.call(api.boards.list, {
    params: { workspacePublicId },
    query: { type: 'regular', archived: isArchived },
  });
  return boards.map(({ publicId, name, favorite }) => ({
    id: publicId,
    ...withoutEmpty({ name, favorite }),
  }));
}

/** Who calls, and what the credential permits. */
async function callerOf(client: Client) {
  const [{ name, email }, credential] = await Promise.all([
    client.call(api.users.me),
    client.call(api.users.credential),
  ]);
  const { kind, name: key, permissions, workspacePublicId, boardPublicIds } = credential;
  return {
    user: { name, email },
    credential: {
      kind,
      ...withoutEmpty({ name: key }),
      permissions: permissions ?? 'all that your user has',
      ...withoutEmpty({ onlyWorkspace: workspacePublicId, onlyBoards: boardPublicIds }),
    },
  };
}

export const overview = tool({
  name: 'overview',
  title: 'Who you are, and your boards',
  description:
    'Tells your user, your key with its permissions, and your workspaces with their boards, or the boards of one workspace.',
  effect: 'reads',
  needs: [],
  input: Type.Object({ workspace: Type.Optional(workspace), archived, cursor: cursorOf('nextCursor') }),
  async run({ client, find }, { workspace: given, archived: isArchived = false, cursor }) {
    if (given !== undefined) {
      const boards = await boardsIn(client, await find.workspace(given), isArchived);
      const page = entriesAfter(
        boards.map((shown) => ({ list: 'boards', shown })),
        cursor,
        room,
      );
      return { boards: [], ...page.shown, ...withoutEmpty({ nextCursor: page.last }) };
    }
    const [caller, mine] = await Promise.all([
      cursor === undefined ? callerOf(client) : {},
      client.call(api.workspaces.list),
    ]);
    const some = mine.slice(0, maxWorkspaces).map(async ({ role, workspace: each }): Promise<Entry[]> => {
      const shown = { id: each.publicId, name: each.name, cardPrefix: each.cardPrefix, role, boards: [] };
      const boards = (await unlessForbidden(boardsIn(client, each.publicId, isArchived))) ?? [];
      const within = { list: 'workspaces', shown };
      return [
        { list: 'workspaces', shown },
        ...boards.map((board) => ({ list: 'boards', shown: board, within })),
      ];
    });
    const others = mine.slice(maxWorkspaces).map(({ workspace: { publicId, name } }) => ({
      list: 'workspacesWithBoardsNotListed',
      shown: { id: publicId, name },
    }));
    const entries = [...(await Promise.all(some)).flat(), ...others];
    const page = entriesAfter(entries, cursor, room - lengthOf(caller));
    return { ...caller, workspaces: [], ...page.shown, ...withoutEmpty({ nextCursor: page.last }) };
  },
});
