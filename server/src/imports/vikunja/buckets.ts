import { type Fields, numberOf, textOf } from '../boardtool-json/fields.ts';
import { limitOf } from '../reading/list-limit.ts';
import type { Parts } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';

/** The lists of a project that has no buckets. */
const [open, done] = ['To do', 'Done'];

const byPosition = (a: Fields, b: Fields): number => numberOf(a.position) - numberOf(b.position);

const keyOf = (id: unknown): string => (typeof id === 'number' || typeof id === 'string' ? String(id) : '');

/** The buckets of a project's first kanban view as lists, with the bucket and the position of each task. */
export function bucketsOf(parts: Parts, warnings: Warnings) {
  const views = parts
    .list('views')
    .filter(({ view_kind }) => view_kind === 'kanban')
    .toSorted(byPosition);
  const filled = new Set(parts.list('buckets').map(({ project_view_id }) => project_view_id));
  const view = views.find(({ id }) => filled.has(id));
  warnings.note('further kanban views left out', Math.max(0, views.length - 1));
  // Before 0.24 buckets belonged to the project, and tasks had the id of their bucket.
  const isOfView = ({ project_view_id }: Fields) => !view || project_view_id === view.id;
  const buckets = parts.list('buckets').filter(isOfView).toSorted(byPosition);
  const bucketOf = new Map(
    parts
      .list('task_buckets')
      .filter(isOfView)
      .map(({ task_id, bucket_id }) => [task_id, bucket_id]),
  );
  const positionOf = new Map(
    parts
      .list('positions')
      .filter(isOfView)
      .map(({ task_id, position }) => [task_id, numberOf(position)]),
  );
  const rank = (task: Fields) =>
    positionOf.get(task.id) ??
    (numberOf(task.kanban_position) || numberOf(task.position) || numberOf(task.index));
  const compare = (a: Fields, b: Fields) => rank(a) - rank(b);
  if (buckets.length === 0) {
    const lists = [open, done].map((name) => ({ id: name, name, completes: name === done }));
    return { lists, compare, listOf: (task: Fields) => (task.done === true ? done : open) };
  }
  const known = new Set(buckets.map(({ id }) => keyOf(id)));
  const doneId = keyOf(view?.done_bucket_id) || undefined;
  const first = keyOf(view?.default_bucket_id);
  const fallback = known.has(first) ? first : keyOf(buckets[0]?.id);
  return {
    lists: buckets.map(({ id, title, limit, is_done_bucket }) => ({
      id: keyOf(id),
      name: textOf(title),
      completes: is_done_bucket === true || keyOf(id) === doneId,
      // Such a bucket takes no further task.
      limit: limitOf(numberOf(limit), 'refuse'),
    })),
    compare,
    listOf(task: Fields) {
      const bucket = keyOf(bucketOf.get(task.id) ?? task.bucket_id);
      return known.has(bucket) ? bucket : fallback;
    },
  };
}
