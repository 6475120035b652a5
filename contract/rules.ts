import { Type } from 'typebox';
import { caps } from './caps.ts';
import { operation } from './operation.ts';
import { Action, When } from './rule-shapes.ts';
import { RuleTrial, triedCards } from './rule-trial.ts';
import {
  Count,
  Id,
  Index,
  named,
  nullable,
  oneOf,
  PublicId,
  page,
  pageQuery,
  Success,
  Text,
  Timestamp,
} from './schema.ts';

/** Why a rule does not run. */
export const pauseReasons = ['off', 'rights', 'failing', 'too-many-runs', 'copied'] as const;

export type PauseReason = (typeof pauseReasons)[number];

export const runStates = ['done', 'failed', 'stopped'] as const;

export type RunState = (typeof runStates)[number];

/** Runs caused by runs: beyond this, a chain of rules ends. */
export const deepestRun = 5;

/** Runs of all rules of a board within a minute. */
export const runsPerMinute = 600;

/** Cards on which a press of a button of the board, or a schedule, runs at once. */
export const cardsPerPress = 100;

/** Items of checklists that all actions of a rule add to a card. */
export const itemsOfRule = 100;

/** Failures in a row after which a rule is paused. */
export const mostFailures = 10;

const described = {
  name: 'Its name; of a button, what the button says',
  if: 'The cards for which it runs, in the language of filters; empty for all',
  then: 'What it does, in order: all of it, or nothing',
} as const;

const Person = nullable(
  Type.Object(
    { id: Id, name: nullable(Type.String({ example: 'Ada Moreau' })) },
    {
      description:
        'Who made it, or changed last what it does: it runs with their rights; null if their account is closed',
    },
  ),
);

export const Rule = named(
  'Rule',
  Type.Object({
    publicId: Id,
    name: Type.String({ description: described.name, example: 'Done cards go to Done' }),
    when: When,
    if: Type.String({ description: described.if, example: 'is:open' }),
    then: Type.Array(Action, { description: described.then }),
    active: Type.Boolean({ description: 'Whether it runs' }),
    pausedBecause: nullable(
      oneOf(pauseReasons, {
        description:
          'Why it does not run: it was switched `off`, its maker lost the `rights`, it was `failing` ten times in a row, it ' +
          'had `too-many-runs` in a minute, or it was imported, or `copied` with its board by somebody else or to where what it ' +
          'names does not exist',
      }),
    ),
    maker: Person,
    nextRunAt: nullable(Timestamp('When it runs next, of a schedule')),
  }),
);

/** A rule with how it fares. */
export const ListedRule = named(
  'ListedRule',
  Type.Object({
    ...Rule.properties,
    failures: Count('How often in a row it has failed; 0 for who may not edit the board'),
    lastRun: nullable(
      Type.Object(
        {
          at: Timestamp('When it ran'),
          state: oneOf(runStates, { example: 'done' }),
          error: nullable(Type.String({ description: 'Why it failed' })),
        },
        { description: 'Its last run that the log has; null for none, and for who may not edit the board' },
      ),
    ),
  }),
);

export const RuleRun = named(
  'RuleRun',
  Type.Object({
    publicId: Id,
    rule: Type.Object({ publicId: Id, name: Type.String({ example: 'Done cards go to Done' }) }),
    state: oneOf(runStates, {
      description:
        '`stopped` if a chain of rules was too long; nothing was changed then, nor where it `failed`',
      example: 'done',
    }),
    card: nullable(
      Type.Object(
        { publicId: Id, title: Type.String(), number: Type.Integer() },
        {
          description: 'The card; null for none, and for one that is not on the board, or not for you to see',
        },
      ),
    ),
    actions: Type.Array(Type.String({ example: 'move' }), { description: 'What it did, in order' }),
    error: nullable(
      Type.String({ description: 'Why it failed', example: 'body/listPublicId was not found' }),
    ),
    depth: Count('1 if a person caused it, 2 if a rule did, and so on'),
    at: Timestamp('When it ran'),
  }),
);

const Name = Text(100, { description: described.name, example: 'Done cards go to Done' });

const given = Type.Object({
  name: Name,
  when: When,
  then: Type.Array(Action, { minItems: 1, maxItems: caps.actionsOfRule, description: described.then }),
});

const more = {
  if: Type.Optional(Type.String({ maxLength: 1000, description: described.if, example: 'is:open' })),
  active: Type.Optional(Type.Boolean({ description: 'Whether it runs; true by default' })),
};

const boardParams = Type.Object({ boardPublicId: PublicId('The board') });
const ruleParams = Type.Object({ ...boardParams.properties, rulePublicId: PublicId('The rule') });

const path = '/boards/{boardPublicId}/rules';
const one = `${path}/{rulePublicId}` as const;
const ofBoard = { tag: 'Rules', params: boardParams } as const;
const ofRule = { tag: 'Rules', params: ruleParams } as const;

export const rules = {
  list: operation({
    ...ofBoard,
    id: 'listRules',
    method: 'GET',
    path,
    access: 'board:view',
    summary: 'List the rules of a board',
    description: 'In their order, buttons too.',
    reply: Type.Array(ListedRule),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofBoard,
    id: 'createRule',
    method: 'POST',
    path,
    access: 'board:edit',
    summary: 'Create a rule of a board',
    description:
      'It comes last. It runs after the change that it waits for, in a change of its own, with your rights as they are then. ' +
      `A board has at most ${caps.rulesOfBoard} rules; rules may cause runs of others ${deepestRun} deep, and more than ` +
      `${runsPerMinute} runs a minute pause a rule. A \`schedule\`, and a \`button\` that is pressed on the board, runs on ` +
      `the cards that pass its filter, at most ${cardsPerPress}; without a filter once, without a card. Its actions add at most ` +
      `${itemsOfRule} items of checklists to a card.`,
    body: Type.Object({ ...given.properties, ...more }),
    reply: Rule,
    errors: [400, 401, 403, 404, 409],
  }),
  update: operation({
    ...ofRule,
    id: 'updateRule',
    method: 'PUT',
    path: one,
    access: 'board:edit',
    summary: 'Change a rule',
    description:
      'Takes one or more of the properties. Who changes what it does, or sets it going, becomes its maker.',
    body: Type.Object(
      {
        ...Type.Partial(given).properties,
        ...more,
        index: Type.Optional(Index('Its place among the rules, from 0; anything past the end means the end')),
      },
      { minProperties: 1 },
    ),
    reply: Rule,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...ofRule,
    id: 'deleteRule',
    method: 'DELETE',
    path: one,
    access: 'board:edit',
    summary: 'Delete a rule',
    description: 'Its runs are deleted too; what they did stays.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
  press: operation({
    ...ofRule,
    id: 'pressButton',
    method: 'POST',
    path: `${one}/press`,
    access: 'card:edit',
    summary: 'Press a button',
    description:
      'Runs a rule whose `when` is a `button`, with your own rights: on a card, or on the cards of the board that pass its ' +
      `filter, at most ${cardsPerPress}, and fewer if its actions are many. All of it is done, or nothing.`,
    body: Type.Object({
      cardPublicId: Type.Optional(PublicId('The card on which it is pressed; without one, on the board')),
    }),
    reply: Type.Object({ cards: Count('The cards on which it ran') }),
    errors: [400, 401, 403, 404, 409],
  }),
  try: operation({
    ...ofBoard,
    id: 'tryRule',
    method: 'POST',
    path: `${path}/try`,
    access: 'board:edit',
    summary: 'Try a rule',
    description:
      'Says what a rule would do now, and does nothing of it: one that is stored, with the rights of its maker, or what is given, over ' +
      'what it was, with yours; a button always with yours. Its actions are tried on the card that is given, or else on the first that passes its ' +
      `filter. Counts at most ${triedCards.counted} cards.`,
    body: Type.Object({
      rulePublicId: Type.Optional(PublicId('The rule; without one, `when` and `then` say what it is')),
      when: Type.Optional(When),
      if: more.if,
      then: Type.Optional(given.properties.then),
      cardPublicId: Type.Optional(PublicId('The card on which it is tried')),
    }),
    reply: RuleTrial,
    momentary: true,
    work: 'heavy',
    errors: [400, 401, 403, 404],
  }),
  runs: operation({
    ...ofBoard,
    id: 'listRuleRuns',
    method: 'GET',
    path: '/boards/{boardPublicId}/rule-runs',
    access: 'board:edit',
    summary: 'List the runs of the rules of a board',
    description: 'Newest first; the last thousand of a board are kept, and those of the last hour.',
    query: Type.Object({
      rulePublicId: Type.Optional(PublicId('Only those of this rule')),
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named('RuleRunPage', page('runs', RuleRun)),
    errors: [400, 401, 403, 404],
  }),
};
