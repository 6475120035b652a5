import type { McpServer } from '@modelcontextprotocol/server';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { Permission } from '../contract/permissions.ts';
import { plainValidator } from './validator.ts';

/* Prompts that a person chooses in the client of an agent, as commands. They name tools, never what stands on a board. */

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the person is asked for; all of it is required. */
  readonly asks: Readonly<Record<string, string>>;
  readonly needs: readonly Permission[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const board = { board: 'Board: id, address or name' };

const prompts: readonly Prompt[] = [
  {
    name: 'next',
    title: 'Do the next card',
    description:
      'Claims the next ready card of a board, does the work, and leaves the card as others need it',
    asks: board,
    needs: ['card:edit'],
    text: ({ board: on }) =>
      `Work on the next card of the board ${on}. Take it by claim, which returns it whole: nobody else works on it meanwhile. ` +
      'Add a checklist with your steps, mark each as completed once it is, and claim the card again before the lease ends. Ask a ' +
      'person (ask) what only a person can decide. Finish the card (finish) with a comment on what you did and what others ' +
      'need to know. If you cannot go on, finish it with `completed` false and say why. If there is no card, tell me, or wait for one.',
  },
  {
    name: 'plan',
    title: 'Plan a piece of work',
    description: 'Breaks a goal down into cards that can each be done by one person or agent',
    asks: { ...board, goal: 'What should be true at the end' },
    needs: ['card:create'],
    text: ({ board: on, goal }) =>
      `Plan this work on the board ${on}: ${goal}\n\nRead the board first, and find what exists already. Then propose the cards ` +
      'to me: each small enough for a day, with a title that says what will be true, a description of what is known, a ' +
      'checklist where there are steps, and relations for what must come before. Create them by one call of create_cards ' +
      'once I agree.',
  },
  {
    name: 'stand-up',
    title: 'Stand-up',
    description: 'Tells what happened on a board since yesterday, what is under way and what is stuck',
    asks: board,
    needs: [],
    text: ({ board: on }) =>
      `Prepare the stand-up for the board ${on}. Use history of the board for what happened since yesterday, and read_board ` +
      'with the filters `is:blocked`, `is:overdue` and `is:open -no:member`. Tell in a few lines, by person: done, under ' +
      'way, stuck and why. Name cards by their number. Change nothing.',
  },
  {
    name: 'triage',
    title: 'Triage a list',
    description: 'Goes through the new cards of a list and proposes labels, dates, order and duplicates',
    asks: { ...board, list: 'List with the new cards' },
    needs: ['card:edit'],
    text: ({ board: on, list }) =>
      `Triage the list ${list} of the board ${on}. Read its cards (read_board with a filter on the list), each by read_card ` +
      'where its title does not say enough, and find whether it exists already. Propose to me, as a table: what each is, ' +
      'its labels, who might do it, when it is due, and of what it is a duplicate. Do it by one call of change_cards once ' +
      'I agree. Ask (ask) where something essential is missing.',
  },
];

/** Registers the prompts that a credential with these permissions can follow. */
export function registerPrompts(server: McpServer, isOpen: (needs: readonly Permission[]) => boolean): void {
  for (const { name, title, description, asks, needs, text } of prompts) {
    if (!isOpen(needs)) continue;
    const properties = Object.fromEntries(
      Object.entries(asks).map(([key, what]) => [key, { type: 'string', minLength: 1, description: what }]),
    );
    const argsSchema = fromJsonSchema<Record<string, string>>(
      { type: 'object', properties, required: Object.keys(asks) },
      plainValidator,
    );
    server.registerPrompt(name, { title, description, argsSchema }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(given) } }],
    }));
  }
}
