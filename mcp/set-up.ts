import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { Advice, Unfinished } from './advice.ts';
import { board, idempotencyKey, workspace } from './fields.ts';
import { always, type Hands, tool } from './tool.ts';

const given = api.boards.create.body.properties;

/** Colours of labels, which people change as they like. */
const colours = ['#0d9488', '#d97706', '#dc2626', '#2563eb', '#7c3aed', '#db2777', '#65a30d', '#475569'];

const colourOf = (name: string): string =>
  colours[Number.parseInt(hash('sha256', name).slice(0, 2), 16) % colours.length] ?? '#475569';

interface Parts {
  lists?: string[];
  labels?: string[];
}

async function addTo({ client }: Hands, boardPublicId: string, { lists = [], labels = [] }: Parts) {
  const made: { lists: object[]; labels: object[] } = { lists: [], labels: [] };
  const add = async (name: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      const count = made.lists.length + made.labels.length;
      if (count === 0) throw error;
      throw new Unfinished(`the first ${count} were added, ${JSON.stringify(name)} was not`, {
        cause: error,
      });
    }
  };
  for (const name of lists) {
    await add(name, async () => {
      const { publicId } = await client.call(api.lists.create, { body: { boardPublicId, name } });
      made.lists.push({ id: publicId, name });
    });
  }
  for (const name of labels) {
    await add(name, async () => {
      const body = { boardPublicId, name, colourCode: colourOf(name) };
      const { publicId } = await client.call(api.labels.create, { body });
      made.labels.push({ id: publicId, name });
    });
  }
  return { id: boardPublicId, ...made };
}

export const setUpBoard = tool({
  name: 'set_up_board',
  title: 'Set up a board',
  description:
    'Adds lists, as the last ones, and labels to a board, or creates a board with them: give its workspace and name.',
  effect: 'adds',
  once: always,
  needs: ['board:create', 'list:create', 'board:edit'],
  input: Type.Object({
    board: Type.Optional(board),
    workspace: Type.Optional(workspace),
    name: Type.Optional({ ...given.name, description: undefined }),
    lists: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })),
    labels: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 36 }), { maxItems: 100 })),
    idempotencyKey,
  }),
  async run(hands, { board: on, workspace: within, name, lists = [], labels = [] }) {
    const { client, find } = hands;
    if (on !== undefined && within === undefined && name === undefined)
      return addTo(hands, await find.board(on), { lists, labels });
    if (on !== undefined || within === undefined || name === undefined)
      throw new Advice('Give board to add to one, or workspace and name to create one.');
    const params = { workspacePublicId: await find.workspace(within) };
    const { publicId } = await client.call(api.boards.create, { params, body: { name, lists, labels } });
    return { id: publicId };
  },
});
