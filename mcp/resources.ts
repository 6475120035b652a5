import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { readBoard } from './board.ts';
import { cardPage, usualComments } from './card.ts';
import type { Hands } from './tool.ts';

/*
 * Cards and boards as resources, which people attach to what they ask: `taskboard://card/WEB-12`. They are read as by the
 * tools. There is no list of them, as names that users chose would stand in it without being asked for.
 */

interface Resource {
  readonly name: 'card' | 'board' | 'list';
  readonly title: string;
  readonly description: string;
  readonly read: (hands: Hands, called: string) => Promise<object>;
}

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

const resources: readonly Resource[] = [
  {
    name: 'card',
    title: 'A card',
    description: 'A card by its id or number',
    read: async (hands, called) => cardPage(hands, await hands.find.card(called), undefined, usualComments),
  },
  {
    name: 'board',
    title: 'A board',
    description: 'A board by its id or name: its lists, labels, members, and the first of its cards',
    read: (hands, called) => readBoard.run(hands, { board: called } as never),
  },
  {
    name: 'list',
    title: 'A list',
    description: 'The first cards of a list by its id or name',
    async read(hands, called) {
      const list = await hands.find.list(called);
      const board = await hands.find.boardOf(list);
      return readBoard.run(hands, { board, filter: `list:${quoted(list)}` } as never);
    },
  },
];

/** Registers the resources; `withHands` carries out a read, and says in plain words why it cannot. */
export function registerResources(
  server: McpServer,
  withHands: <T>(signal: AbortSignal, read: (hands: Hands) => Promise<T>) => Promise<T>,
): void {
  for (const { name, title, description, read } of resources) {
    const template = new ResourceTemplate(`taskboard://${name}/{${name}}`, { list: undefined });
    const about = { title, description, mimeType: 'application/json' };
    server.registerResource(name, template, about, async (uri, variables, { mcpReq: { signal } }) => {
      const called = decodeURIComponent(String(variables[name]));
      const text = JSON.stringify(await withHands(signal, (hands) => read(hands, called)));
      return { contents: [{ uri: uri.href, mimeType: about.mimeType, text }] };
    });
  }
}
