import { parse } from '../../../../contract/filter/parse.ts';
import { termsOf } from '../../../../contract/filter/tree.ts';
import type { Action, When } from '../../../../contract/rule-shapes.ts';
import type { BoardKey } from '../../boards/actions/content.ts';
import type { Slice } from '../../boards/actions/create.ts';
import { takeOverRules } from '../../data/rules/rows.ts';
import type { Frame } from '../queries.ts';

/** Copies the rules of a board. Those of others are paused, and those that name what the copy cannot reach. */
export async function copyRules(
  work: Slice,
  place: BoardKey,
  frame: Frame,
  { isHere, twinOf }: { isHere: boolean; twinOf: (id: string) => string },
): Promise<void> {
  const names = (settings: string) =>
    frame.channels.some((id) => settings.includes(id)) || (!isHere && namesAbroad(settings, frame, twinOf));
  const rules = frame.rules.map(({ madeBy, ...rule }) => ({
    ...rule,
    isOwn: madeBy === work.actor.userId && !names(rule.settings),
  }));
  await takeOverRules(work, place, rules, twinOf);
}

const isId = (text: string): boolean => /^[0-9a-z]{16}$/.test(text);

/** Whether a rule names people, webhooks or boards of its workspace by their ids: in another one, they mean nothing. */
function namesAbroad(settings: string, { fields }: Frame, twinOf: (id: string) => string): boolean {
  const rule = JSON.parse(settings) as { when: When; if: string; then: Action[] };
  const people = new Set(fields.flatMap(({ id, type }) => (type === 'person' ? [id] : [])));
  const isKnown = (id: string) =>
    twinOf(id) !== id || fields.some(({ options }) => options?.includes(id) === true);
  const isMember = rule.when.memberPublicId !== undefined;
  const acts = rule.then.some(
    ({ memberPublicId, webhookPublicId, fieldPublicId, value }) =>
      memberPublicId !== undefined ||
      webhookPublicId !== undefined ||
      (people.has(fieldPublicId ?? '') && value !== null),
  );
  return isMember || acts || idsIn(rule.if).some((id) => !isKnown(id));
}

/** The ids by which a filter names things and people. */
const idsIn = (filter: string): string[] =>
  termsOf(parse(filter).filter?.tree ?? null)
    .flatMap(({ any }) => any)
    .flatMap((meaning) => {
      if (meaning.what === 'named') return [meaning.name];
      return meaning.what === 'field' ? [meaning.name, meaning.value?.text ?? ''] : [];
    })
    .filter(isId);
