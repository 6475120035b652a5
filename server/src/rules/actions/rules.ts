import type { Static } from 'typebox';
import { caps } from '../../../../contract/caps.ts';
import type { Rule } from '../../../../contract/rules.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { rules } from '../../data/rules/tables.ts';
import { stateOf } from '../../data/rules/times.ts';
import { type RuleRow, ruleOf, rulesOf } from '../queries.ts';
import { type Settings, settingsOf } from '../settings.ts';
import { requireManager, settingsFrom } from './given.ts';

const insert = insertRow('rules.insert', rules);
const update = updateRow('rules.update', rules, [
  ...contentOf(rules),
  'active',
  'paused',
  'listens',
  'since',
  'next_at',
  'failures',
  'mask',
  'made_by',
]);
const rename = updateRow('rules.rename', rules, ['name']);
const putAt = updateRow('rules.place', rules, ['place']);
const remove = deleteRow('rules.delete', rules);
const requireRoom = cap('rules', ['workspace_id', 'board_id'], caps.rulesOfBoard);

export interface RuleAddress {
  boardPublicId: string;
  rulePublicId: string;
}

export interface CreateRule extends Omit<Settings, 'if'> {
  name: string;
  if?: string;
  active?: boolean;
}

export type UpdateRule = Partial<CreateRule> & { index?: number };

type Shown = Static<typeof Rule>;

async function grantBoard({ tx, grant }: Work, boardPublicId: string) {
  const { workspaceId, id: boardId, permissions } = await grant('board', boardPublicId, 'board:edit');
  const board = { workspaceId, boardId };
  return { board, rights: { ...board, permissions }, known: await tx.all(rulesOf, board) };
}

async function grantRule(work: Work, { boardPublicId, rulePublicId }: RuleAddress) {
  const { rights, known } = await grantBoard(work, boardPublicId);
  const rule = known.find(({ id }) => id === rulePublicId);
  if (!rule) throw new NotFound();
  return { rights, known, rule };
}

/** Followers read them again. */
const told = ({ record }: Work, { workspaceId, boardId, id }: RuleRow): void =>
  record.live('rule.changed', workspaceId, { boardId, subjectId: id });

const shown = ({ actor }: Work, row: RuleRow): Shown =>
  ruleOf({ ...row, makerName: actor.name, isClosed: 0 });

export async function createRule(work: Work, boardPublicId: string, given: CreateRule): Promise<Shown> {
  const { tx, now, actor } = work;
  const { board, rights, known } = await grantBoard(work, boardPublicId);
  await requireRoom(tx, { workspace_id: board.workspaceId, board_id: board.boardId });
  const settings = await settingsFrom({ db: tx, actor, now }, rights, { if: '', ...given });
  const rule: RuleRow = {
    ...board,
    ...stateOf(settings.when, given.active === false ? 'off' : null, now),
    id: newId(now),
    name: given.name,
    kind: settings.when.type,
    settings: JSON.stringify(settings),
    place: (known.at(-1)?.place ?? -1) + 1,
    mask: actor.mask,
    madeBy: actor.userId,
    createdAt: now,
  };
  await tx.run(insert, rule);
  told(work, rule);
  return shown(work, rule);
}

/** Whether a request changes what a rule does, or sets it going: then it acts for who sent it. */
export const takesOver = ({ when, if: filter, then: actions, active }: UpdateRule): boolean =>
  [when, filter, actions].some((each) => each !== undefined) || active === true;

export async function updateRule(work: Work, address: RuleAddress, given: UpdateRule): Promise<Shown> {
  const { tx, now, actor } = work;
  const { rights, known, rule } = await grantRule(work, address);
  const { makerName, isClosed, ...row } = rule;
  const changed: RuleRow = { ...row, name: given.name ?? row.name };
  // What is sent has the name, and is signed.
  if (changed.name !== row.name) await requireManager({ db: tx, actor }, rights, settingsOf(row));
  if (takesOver(given)) {
    const settings = await settingsFrom({ db: tx, actor, now }, rights, {
      ...settingsOf(row),
      ...defined(given),
    });
    const paused = given.active === undefined ? row.paused : given.active ? null : 'off';
    Object.assign(changed, stateOf(settings.when, paused, now), {
      kind: settings.when.type,
      settings: JSON.stringify(settings),
      mask: actor.mask,
      madeBy: actor.userId,
    });
  } else if (given.active === false) Object.assign(changed, stateOf(settingsOf(row).when, 'off', now));
  // What the engine writes meanwhile stays, unless the rule is switched or does something else.
  const isSet = takesOver(given) || given.active === false;
  if (isSet) await tx.run(update, changed);
  else if (given.name !== undefined) await tx.run(rename, changed);
  if (given.index !== undefined) await place(work, known, changed, given.index);
  told(work, changed);
  return takesOver(given) ? shown(work, changed) : ruleOf({ ...changed, makerName, isClosed });
}

/** Those of the settings that a request has. */
const defined = ({ when, if: filter, then: actions }: UpdateRule): Partial<Settings> => ({
  ...(when === undefined ? {} : { when }),
  ...(filter === undefined ? {} : { if: filter }),
  ...(actions === undefined ? {} : { then: actions }),
});

async function place({ tx }: Work, known: readonly RuleRow[], rule: RuleRow, index: number): Promise<void> {
  const ordered = known.filter(({ id }) => id !== rule.id).toSpliced(index, 0, rule);
  for (const [at, each] of ordered.entries())
    if (each.place !== at) await tx.run(putAt, { ...each, place: at });
}

export async function deleteRule(work: Work, address: RuleAddress): Promise<{ success: boolean }> {
  const { rule } = await grantRule(work, address);
  await work.tx.run(remove, rule);
  told(work, rule);
  return { success: true };
}
