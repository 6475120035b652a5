import { type Keep, only, Parts } from '../reading/parts.ts';

/** The fields of a project that are needed to choose one. */
export interface Project {
  id: string;
  title: string;
}

const keptOfTasks =
  'id title description done done_at due_date reminders reminder_dates repeat_after repeat_mode priority start_date ' +
  'end_date assignees labels hex_color percent_done index related_tasks attachments cover_image_attachment_id ' +
  'is_favorite created bucket_id position kanban_position reactions created_by comments';

const related = only('id title');

/** The export repeats a related task in full; its name is enough. */
const task: Keep = (element) => {
  const kept = only(keptOfTasks)(element);
  const relations = Object.entries(kept?.related_tasks ?? {}).map(([kind, tasks]) => [
    kind,
    Array.isArray(tasks) ? tasks.map((each) => related(Object(each))) : [],
  ]);
  return { ...kept, related_tasks: Object.fromEntries(relations) };
};

/** The parts of a project to keep, in `data.json` of Vikunja 0.21 to 2 (buckets belong to views since 0.24). */
export const projectParts = (): Parts =>
  new Parts(
    'title description is_archived',
    new Map<string, Keep>([
      ['tasks', task],
      ['buckets', only('id title position project_view_id limit is_done_bucket')],
      ['views', only('id view_kind position default_bucket_id done_bucket_id bucket_configuration_mode')],
      ['task_buckets', only('bucket_id task_id project_view_id')],
      ['positions', only('task_id project_view_id position')],
    ]),
  );
