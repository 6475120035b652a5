import type { Action } from '../../../contract/rule-shapes.ts';
import type { OpenBoard } from '../../board/open.ts';
import { ruleTexts as texts } from '../../messages/rules.ts';
import { choicesOn } from '../choices.ts';
import type { Rule } from './sentence.ts';

/* Rules to begin with. What the board lacks for them is to be chosen. */

export type Draft = Pick<Rule, 'name' | 'when' | 'if' | 'then'>;

export const emptyDraft: Draft = { name: '', when: { type: 'completed' }, if: '', then: [{ type: 'move' }] };

export function readyRules(board: OpenBoard): readonly Draft[] {
  const { lists, labels, members } = choicesOn(board);
  const { store } = board;
  const completing = store.lists.value.find((id) => store.get('list', id).value?.completes === true);
  const last = completing ?? lists.at(-1)?.id;
  const to = (id: string | undefined) => (id === undefined ? {} : { listPublicId: id });
  const label = labels[0] ? { labelPublicId: labels[0].id } : {};
  const assign: Action = { type: 'assign', ...(members[0] ? { memberPublicId: members[0].id } : {}) };
  const { names, suggestions } = texts;
  return [
    { name: names.done, when: { type: 'completed' }, if: '', then: [{ type: 'move', ...to(last) }] },
    {
      name: names.tomorrow,
      when: { type: 'due', minutesBefore: 1440 },
      if: '',
      then: [{ type: 'notify', text: suggestions.tomorrow }],
    },
    {
      name: names.complete,
      when: { type: 'checklist-completed' },
      if: '',
      then: [{ type: 'move', ...to(last) }],
    },
    {
      name: names.monday,
      when: { type: 'schedule', days: [1], time: '09:00' },
      if: '',
      then: [{ type: 'create-card', title: suggestions.monday, ...to(lists[0]?.id) }],
    },
    {
      name: names.merged,
      when: { type: 'pull-request-merged' },
      if: 'is:open',
      then: [{ type: 'complete' }],
    },
    { name: names.label, when: { type: 'label-added', ...label }, if: 'no:member', then: [assign] },
    {
      name: names.old,
      when: { type: 'schedule', days: [1], time: '09:00' },
      if: 'is:open updated:<-30d',
      then: [{ type: 'comment', text: suggestions.old }],
    },
  ];
}
