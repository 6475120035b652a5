import type { ReplyOf } from '../../../contract/operation.ts';
import type { routes } from '../../../contract/routes.ts';
import type { Action, When } from '../../../contract/rule-shapes.ts';
import { ruleTexts as texts } from '../../messages/rules.ts';
import type { Choices, NamedBy } from './names.ts';

/* A rule in words. */

export type Rule = ReplyOf<typeof routes.rules.list>[number];

type Given = Partial<Record<NamedBy, string>>;

/** The name of what a part of a rule is about; undefined if it names nothing. */
function nameIn(given: Given, choices: Choices): string | undefined {
  for (const by of Object.keys(choices) as NamedBy[]) {
    const id = given[by];
    if (id !== undefined) return choices[by].find((each) => each.id === id)?.name ?? texts.gone;
  }
  return undefined;
}

function whenOf(when: When, choices: Choices): string {
  if (when.type === 'schedule') return texts.schedule(when.days ?? [], when.time ?? '09:00');
  if (when.type === 'due') return texts.dueIn(when.minutesBefore ?? 0);
  return texts.whens[when.type]?.(nameIn(when, choices)) ?? texts.triggers[when.type];
}

function thenOf(action: Action, choices: Choices): string {
  const { type, title, name, text, inDays } = action;
  if (type === 'set-due') return texts.setDue(inDays ?? null);
  if (type === 'sort-list') return sortOf(action, choices);
  if (type === 'webhook') {
    const found = choices.webhookPublicId.find(({ id }) => id === action.webhookPublicId);
    return texts.send(found?.name, text);
  }
  if (type === 'notify') return texts.tell(nameIn(action, choices), text ?? '');
  const about = type === 'create-card' ? title : (name ?? text ?? nameIn(action, choices));
  return texts.thens[type]?.(about ?? '') ?? texts.actions[type];
}

function sortOf(
  { listPublicId, by = '' }: Action,
  { listPublicId: lists, fieldPublicId: fields }: Choices,
): string {
  const property = by.replace('-', '');
  const field = fields.find(({ id }) => id === property)?.name;
  const list = lists.find(({ id }) => id === listPublicId)?.name ?? texts.gone;
  return texts.sort(list, texts.sorts[property] ?? field ?? texts.gone, by.startsWith('-'));
}

export const sentenceOf = (
  { when, if: filter, then }: Pick<Rule, 'when' | 'if' | 'then'>,
  choices: Choices,
) =>
  texts.sentence(
    whenOf(when, choices),
    filter,
    then.map((action) => thenOf(action, choices)),
  );
