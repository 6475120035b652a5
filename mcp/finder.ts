import { api } from '../contract/api.ts';
import type { Client } from '../contract/client.ts';
import type { QueryOf, ReplyOf } from '../contract/operation.ts';
import { Advice, unlessForbidden } from './advice.ts';
import { excerptOf, nameOf } from './shown.ts';

/* Resolves references as people write them: ids, numbers, addresses, names, and `me`. */

/** An object that a name may refer to. */
interface Candidate {
  publicId: string;
  name: string;
  /** Distinguishes it from others with the same name. */
  where: string;
}

type Workspace = ReplyOf<typeof api.workspaces.list>[number]['workspace'];
type Query = QueryOf<typeof api.search.workspace>;
type FoundInWorkspace = ReplyOf<typeof api.search.workspace>[number] & { workspacePublicId: string };

/** Whether it has the form of an id. A name of 16 lower-case letters and digits counts as one, unless it is on a list of names. */
const isId = (given: string): boolean => /^[0-9a-z]{16}$/.test(given);

const kinds = { b: 'board', c: 'card' } as const;

/** The object that a page's address refers to. */
function addressed(given: string): { kind: 'board' | 'card'; publicId: string } | undefined {
  const [, kind, publicId] =
    /^https?:\/\/[^/]+(?:\/[^?#]*)?\/([bc])\/([0-9a-z]{16})(?:[/?#]|$)/.exec(given) ?? [];
  return publicId === undefined ? undefined : { kind: kinds[kind as 'b' | 'c'], publicId };
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** What users call something, as one value within a sentence of ours. */
const quoted = (name: string): string => JSON.stringify(excerptOf(name));

/** Maximum number of candidates listed in an error. */
const maxListed = 10;

const listed = (candidates: readonly Candidate[]): string =>
  candidates
    .slice(0, maxListed)
    .map(({ publicId, name, where }) => `${publicId} (${quoted(name)}${where})`)
    .join(', ') + (candidates.length > maxListed ? ` and ${candidates.length - maxListed} others` : '');

/** The only candidate with this name. Throws `Advice` with the candidates if there is none or more than one. */
function only(argument: string, given: string, candidates: readonly Candidate[]): string {
  const byId = candidates.find(({ publicId }) => publicId === given);
  if (byId) return given;
  const exact = candidates.filter(({ name }) => name === given);
  const alike = exact.length > 0 ? exact : candidates.filter(({ name }) => fold(name) === fold(given));
  const [found, ...others] = alike;
  if (found && others.length === 0) return found.publicId;
  if (found) {
    throw new Advice(
      `${argument}: ${quoted(given)} may mean ${alike.length} things: ${listed(alike)}. Give the id of the one that is meant.`,
    );
  }
  const known = candidates.length > 0 ? ` There are ${listed(candidates)}.` : '';
  throw new Advice(
    `${argument}: nothing that you may see is called ${quoted(given)}.${known} Give an id from a result.`,
  );
}

/** Number of workspaces that are read at a time. */
const atATime = 4;

/** The id of no list: filtering a board by it returns the board without cards. */
const noList = '0'.repeat(16);

type Outline = ReplyOf<typeof api.boards.get>;

/** The key of an outline among what is known. */
const outlineOf = (board: string): string => `outline ${board}`;

export class Finder {
  readonly #client: Client;
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(client: Client) {
    this.#client = client;
  }

  async workspace(given: string): Promise<string> {
    if (isId(given)) return given;
    const mine = await this.workspaces();
    return only(
      'workspace',
      given,
      mine.map(({ publicId, name, cardPrefix }) => ({ publicId, name, where: `, cards ${cardPrefix}-…` })),
    );
  }

  async board(given: string): Promise<string> {
    const address = this.#addressed('board', 'board', given);
    if (address !== undefined || isId(given)) return address ?? given;
    return only('board', given, await this.#boards());
  }

  /** A list by its id, or by its name on one board or on all boards. */
  async list(given: string, board?: () => Promise<string>): Promise<string> {
    if (isId(given)) return given;
    if (board !== undefined) {
      const { allLists } = await this.#frame(await board());
      return only(
        'list',
        given,
        allLists.map((list) => ({ ...list, where: '' })),
      );
    }
    const lists = (await this.#boards()).flatMap(({ name: on, lists }) =>
      lists.map(({ publicId, name }) => ({ publicId, name, where: ` on ${quoted(on)}` })),
    );
    return only('list', given, lists);
  }

  /** The board of a list. */
  async boardOf(list: string): Promise<string> {
    const board = (await this.#boards()).find(({ lists }) => lists.some(({ publicId }) => publicId === list));
    if (!board) throw new Advice('board: give the board of the list, so that names on it can be looked up.');
    return board.publicId;
  }

  async label(given: string, board: () => Promise<string>): Promise<string> {
    if (isId(given)) return given;
    const { labels } = await this.#frame(await board());
    return only(
      'labels',
      given,
      labels.map((label) => ({ ...label, where: '' })),
    );
  }

  async member(given: string, board: () => Promise<string>): Promise<string> {
    if (isId(given)) return given;
    const { members } = (await this.outline(await board())).workspace;
    if (given === 'me') {
      const { id } = await this.#once('me', () => this.#client.call(api.users.me));
      const me = members.find(({ user }) => user?.id === id);
      if (!me) throw new Advice('members: your user is no member here, or your key may not see members.');
      return me.publicId;
    }
    const byAddress = members.find(({ email }) => email !== null && fold(email) === fold(given));
    if (byAddress) return byAddress.publicId;
    return only(
      'members',
      given,
      members.map((each) => ({
        publicId: each.publicId,
        name: nameOf(each),
        where: each.email ? `, ${each.email}` : '',
      })),
    );
  }

  async card(given: string): Promise<string> {
    const address = this.#addressed('card', 'card', given);
    if (address !== undefined || isId(given)) return address ?? given;
    return this.#once(`card ${given}`, async () => (await this.#byNumber(given)) ?? this.#byTitle(given));
  }

  /** The board of a card. */
  async boardOfCard(card: string): Promise<string> {
    const params = { cardPublicId: card };
    const { board } = await this.#once(`content ${card}`, () =>
      this.#client.call(api.cards.content, { params }),
    );
    return board.publicId;
  }

  /** A board without its cards. */
  outline(board: string): Promise<Outline> {
    const input = { params: { boardPublicId: board }, query: { lists: [noList] } };
    return this.#once(outlineOf(board), () => this.#client.call(api.boards.get, input));
  }

  /** The lists and labels of a board: it is read without its cards and members, unless its outline is known already. */
  #frame(board: string): Promise<Pick<Outline, 'allLists' | 'labels'>> {
    if (this.#known.has(outlineOf(board))) return this.outline(board);
    const query = { lists: [noList], workspaceMembers: 'none' as const };
    const input = { params: { boardPublicId: board }, query };
    return this.#once(`frame ${board}`, () => this.#client.call(api.boards.get, input));
  }

  workspaces(): Promise<Workspace[]> {
    return this.#once('workspaces', async () =>
      (await this.#client.call(api.workspaces.list)).map(({ workspace }) => workspace),
    );
  }

  /** Searches some workspaces; those that the caller may not search have no results. */
  async search(workspaces: readonly Workspace[], query: Query): Promise<FoundInWorkspace[]> {
    const found = await this.#each(workspaces, async ({ publicId }) => {
      const params = { workspacePublicId: publicId };
      const results = await this.#client.call(api.search.workspace, { params, query });
      return results.map((result) => ({ ...result, workspacePublicId: publicId }));
    });
    return found.flat();
  }

  async #byNumber(given: string): Promise<string | undefined> {
    const [, prefix, number] = /^(.+)-(\d{1,15})$/s.exec(given) ?? [];
    if (prefix === undefined) return undefined;
    const named = (await this.workspaces()).filter(({ cardPrefix }) => fold(cardPrefix) === fold(prefix));
    const found = (await this.search(named, { query: given, limit: 5 })).filter(
      ({ type, cardNumber }) => type === 'card' && cardNumber === Number(number),
    );
    if (found.length === 0 && named.length > 0) {
      throw new Advice(`card: there is no card ${given} that you may see. Look it up by find.`);
    }
    return found.length === 0 ? undefined : this.#oneCard(given, found, named);
  }

  async #byTitle(given: string): Promise<string> {
    const workspaces = await this.workspaces();
    // The search takes at most 100 characters, so it finds titles with this beginning, which are then compared in full.
    const query = Array.from(given).slice(0, 100).join('');
    const results = await this.search(workspaces, { query, limit: 20 });
    const found = results.filter(({ type, title }) => type === 'card' && fold(title) === fold(given));
    if (found.length === 0) {
      throw new Advice(
        `card: no card that you may see is called ${quoted(given)}. Look it up by find, and give its id or number.`,
      );
    }
    return this.#oneCard(given, found, workspaces);
  }

  #oneCard(given: string, found: readonly FoundInWorkspace[], workspaces: readonly Workspace[]): string {
    const [card, ...others] = found;
    if (card && others.length === 0) return card.publicId;
    const candidates = found.map(({ publicId, title, boardName, listName, ...of }) => {
      const prefix = workspaces.find((each) => each.publicId === of.workspacePublicId)?.cardPrefix;
      return {
        publicId,
        name: title,
        where: `, ${prefix}-${of.cardNumber}, ${quoted(listName ?? '')} on ${quoted(boardName ?? '')}`,
      };
    });
    throw new Advice(
      `card: ${quoted(given)} may mean ${found.length} cards: ${listed(candidates)}. Give the id of the one that is meant.`,
    );
  }

  #addressed(argument: string, kind: 'board' | 'card', given: string): string | undefined {
    const address = addressed(given);
    if (address && address.kind !== kind) {
      throw new Advice(`${argument}: this is the address of a ${address.kind}, and a ${kind} is wanted.`);
    }
    return address?.publicId;
  }

  /** The boards of all workspaces, with their lists. */
  #boards(): Promise<(Candidate & { lists: { publicId: string; name: string }[] })[]> {
    return this.#once('boards', async () => {
      const boards = await this.#each(await this.workspaces(), async ({ publicId, name: where }) => {
        const params = { workspacePublicId: publicId };
        const some = await this.#client.call(api.boards.list, { params, query: { type: 'regular' } });
        return some.map(({ publicId, name, lists }) => ({
          publicId,
          name,
          where: ` in ${quoted(where)}`,
          lists,
        }));
      });
      return boards.flat();
    });
  }

  /** Reads each workspace, a few at a time; workspaces that the caller may not read are left out. */
  async #each<T>(
    workspaces: readonly Workspace[],
    read: (workspace: Workspace) => Promise<T[]>,
  ): Promise<T[][]> {
    const all: T[][] = [];
    for (let from = 0; from < workspaces.length; from += atATime) {
      const some = workspaces.slice(from, from + atATime).map((each) => unlessForbidden(read(each)));
      all.push(...(await Promise.all(some)).map((found) => found ?? []));
    }
    return all;
  }

  /** Sends a request only once per call. */
  #once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const asked = (this.#known.get(key) as Promise<T> | undefined) ?? ask();
    this.#known.set(key, asked);
    return asked;
  }
}
