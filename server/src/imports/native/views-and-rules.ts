import type { BodyOf } from '../../../../contract/operation.ts';
import { rules } from '../../../../contract/rules.ts';
import { views } from '../../../../contract/views.ts';
import { bodyValidator } from '../../base/http/validate.ts';
import { idsIn } from '../../base/ids.ts';
import type { BroughtRule } from '../../rules/actions/bring.ts';
import type { CreateView } from '../../views/actions/views.ts';
import type { ImportedViewsAndRules } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import type { LineOf } from './schemas.ts';

/* What a line has of a view or a rule is what a request for one has. */

const isView = bodyValidator(views.create.body) as (line: object) => line is CreateView;
const isRule = bodyValidator(rules.create.body) as (line: object) => line is BodyOf<typeof rules.create>;

/** Max characters of the views and rules of a board. */
const most = 2_000_000;

/** The saved views and the rules of a board in an export. */
export class NativeViewsAndRules {
  readonly views: CreateView[] = [];
  readonly rules: BroughtRule[] = [];
  readonly #warnings: Warnings;
  #room = most;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  view(line: LineOf<'view'>): undefined {
    if (!isView(line)) {
      this.#warnings.add('views of kinds that are unknown here left out', 1, line.name);
      return undefined;
    }
    const { name, kind, shared = false, filter = '', groupBy = null } = line;
    const { sort = [], columns = [], layout = null } = line;
    const view = { name, kind, shared, filter, groupBy, sort, columns, layout };
    if (this.#hasRoomFor(view)) this.views.push(view);
    return undefined;
  }

  /** Returns the ids that may be those of members. */
  rule(line: LineOf<'rule'>): string[] {
    if (!isRule(line)) {
      this.#warnings.add('rules of kinds that are unknown here left out', 1, line.name);
      return [];
    }
    const { name, when, if: filter = '', then: actions } = line;
    const rule = { name, when, if: filter, then: actions };
    if (!this.#hasRoomFor(rule)) return [];
    this.rules.push(rule);
    const members = [when, ...actions].flatMap(({ memberPublicId }) => memberPublicId ?? []);
    return [
      ...members,
      ...idsIn(filter),
      ...actions.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    ];
  }

  /** With the ids of what they may name. */
  of(ids: ImportedViewsAndRules['ids']): { viewsAndRules?: ImportedViewsAndRules } {
    const { views, rules } = this;
    return views.length + rules.length === 0 ? {} : { viewsAndRules: { views, rules, ids } };
  }

  #hasRoomFor(each: { name: string }): boolean {
    this.#room -= JSON.stringify(each).length;
    if (this.#room >= 0) return true;
    this.#warnings.add(`views and rules beyond ${most} characters left out`, 1, each.name);
    return false;
  }
}

/** Their ids. On a closed board nobody can be assigned but who imports it. */
export const peopleOn = ({ access }: LineOf<'board'>, people: readonly LineOf<'person'>[]) =>
  people.map(({ user, member }) => ({ user, member: access === 'workspace' ? member : null }));
