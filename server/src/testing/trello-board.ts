/* The resources of a board in the form of Trello's REST API, derived from its export. */

type Thing = Readonly<Record<string, unknown>> & { readonly id: string };

/** A board as Trello exports it. */
export interface GivenBoard {
  id: string;
  name: string;
  closed?: boolean;
  shortLink?: string;
  lists?: Thing[];
  cards?: Thing[];
  checklists?: Thing[];
  labels?: Thing[];
  members?: Thing[];
  customFields?: Thing[];
  pluginData?: Thing[];
  /** An export has the newest thousand; here all of them. */
  actions?: Thing[];
  /** Actions on its cards while they were on other boards; not part of an export. */
  earlier?: Thing[];
  [more: string]: unknown;
}

interface Given {
  boards: readonly GivenBoard[];
  hidden: ReadonlySet<string>;
  mistakes: string[];
}

type Resource = { json: unknown } | { refusal: [status: number, text: string] };

const notFound: Resource = { refusal: [404, 'The requested resource was not found.'] };

/** The resource at an address, for an account that may read every board except hidden ones. */
export function resourceOf(given: Given, username: string, { pathname, searchParams }: URL): Resource {
  const query = new Query(searchParams, given.mistakes);
  const [, one, kind = '', id = '', part = '', filter] = pathname.split('/');
  if (one !== '1') return notFound;
  if (kind === 'members') {
    if (part === '') return { json: { id: '5bd0f0c0a8f0f00000000001', username } };
    const open = query.text('filter') === 'open';
    const listed = given.boards.filter((board) => !given.hidden.has(board.id) && !(open && board.closed));
    return { json: listed.map((board) => query.fieldsOf({ ...board }, 'fields')) };
  }
  const isId = /^[0-9a-f]{24}$/.test(id) || /^[A-Za-z0-9]{8}$/.test(id);
  if (!isId) return { refusal: [400, 'invalid id'] };
  const board = given.boards.find((board) =>
    kind === 'boards'
      ? [board.id, board.shortLink].includes(id)
      : board.cards?.some((card) => card.id === id),
  );
  if (!board) return notFound;
  if (given.hidden.has(board.id)) return { refusal: [401, 'unauthorized permission requested'] };
  const found = kind === 'boards' ? ofBoard(board, part, filter, query) : ofCard(board, id, part, query);
  query.end();
  return found === undefined ? notFound : { json: found };
}

function ofBoard(board: GivenBoard, part: string, filter: string | undefined, query: Query): unknown {
  if (part === '') return { ...query.fieldsOf(headOf(board), 'fields'), ...query.alongWith(board) };
  if (part === 'cards') {
    const all = board.cards ?? [];
    const shown = all.filter(({ closed }) => filter === 'all' || !closed);
    return query.page(shown, all.length).map(query.cards(board));
  }
  return part === 'actions' ? query.actions(board.actions ?? []) : undefined;
}

function ofCard(board: GivenBoard, id: string, part: string, query: Query): unknown {
  const card = board.cards?.find((each) => each.id === id);
  if (!card) return undefined;
  if (part === '') return query.cards(board)(card);
  const all = [...(board.actions ?? []), ...(board.earlier ?? [])];
  return part === 'actions' ? query.actions(all.filter((action) => cardOf(action) === id)) : undefined;
}

/** The board's own fields. */
function headOf(board: GivenBoard): Thing {
  const { lists, cards, checklists, labels, members, customFields, pluginData, actions, earlier, ...head } =
    board;
  return head;
}

const cardOf = ({ data }: Thing): unknown => (data as { card?: { id?: unknown } } | undefined)?.card?.id;

/** The parameters of a request; unexpected ones are recorded as mistakes. */
class Query {
  readonly #given: URLSearchParams;
  readonly #mistakes: string[];
  /** Some are only read if there is something to return. */
  readonly #known = new Set(['fields', 'member_fields']);

  constructor(given: URLSearchParams, mistakes: string[]) {
    this.#given = given;
    this.#mistakes = mistakes;
  }

  text(name: string): string {
    this.#known.add(name);
    return this.#given.get(name) ?? '';
  }

  number(name: string, usual: number): number {
    const text = this.text(name);
    const value = text === '' ? usual : Number(text);
    if (!(value >= 0 && value <= 1000) && text !== '') this.#mistakes.push(`${name}=${text}`);
    return value;
  }

  fieldsOf(thing: Thing, parameter: string): Thing {
    const names = this.text(parameter);
    if (names === 'all' || names === '') return thing;
    const named = names.split(',').filter((name) => name in thing);
    return Object.fromEntries([['id', thing.id], ...named.map((name) => [name, thing[name]])]);
  }

  /** The newest things before an id, one page. */
  page(things: readonly Thing[], usual: number): Thing[] {
    const before = this.text('before');
    return things
      .filter(({ id }) => before === '' || id < before)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, this.number('limit', usual));
  }

  /** The requested children of a board. */
  alongWith({
    lists = [],
    labels = [],
    members = [],
    customFields = [],
    pluginData = [],
  }: GivenBoard): object {
    const which = this.text('lists');
    return {
      ...(which === '' ? {} : { lists: lists.filter(({ closed }) => which === 'all' || !closed) }),
      ...(this.text('labels') === 'all' ? { labels: labels.slice(0, this.number('labels_limit', 50)) } : {}),
      ...(this.text('members') === 'all'
        ? { members: members.map((member) => this.fieldsOf(member, 'member_fields')) }
        : {}),
      ...(this.text('customFields') === 'true' ? { customFields } : {}),
      ...(this.text('pluginData') === 'true' ? { pluginData } : {}),
    };
  }

  /** Cards with their requested children. */
  cards({ checklists = [], members = [] }: GivenBoard): (card: Thing) => Thing {
    const nested = ['attachments', 'customFieldItems', 'stickers', 'pluginData'];
    const left = nested.filter((name) => this.text(name) !== 'true');
    const withChecklists = this.text('checklists') === 'all';
    const withMembers = this.text('members') === 'true';
    return (card) => {
      const on = (card.idMembers as string[] | undefined) ?? [];
      const own = Object.fromEntries(Object.entries(card).filter(([name]) => !left.includes(name)));
      const whole = {
        ...this.fieldsOf({ ...own, id: card.id }, 'fields'),
        ...(withChecklists ? { checklists: checklists.filter(({ idCard }) => idCard === card.id) } : {}),
        ...(withMembers
          ? {
              members: members
                .filter(({ id }) => on.includes(id))
                .map((m) => this.fieldsOf(m, 'member_fields')),
            }
          : {}),
      };
      return whole as Thing;
    };
  }

  actions(all: readonly Thing[]): Thing[] {
    const types = this.text('filter').split(',');
    for (const name of ['member', 'memberCreator', 'memberCreator_fields']) this.text(name);
    const wanted = all.filter((action) => {
      const old = (action.data as { old?: object } | undefined)?.old ?? {};
      const kinds = [
        String(action.type),
        ...Object.keys(old).map((name) => `${String(action.type)}:${name}`),
      ];
      return types.some((type) => kinds.includes(type));
    });
    return this.page(wanted, 50).map((action) => ({
      ...this.fieldsOf(action, 'fields'),
      memberCreator: action.memberCreator,
    }));
  }

  end(): void {
    for (const name of this.#given.keys()) {
      if (!this.#known.has(name)) this.#mistakes.push(`unknown parameter ${name}`);
    }
  }
}
