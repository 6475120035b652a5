import type { MadeWorkspace } from './cards.ts';
import type { Generation, Person } from './generation.ts';

interface Given {
  name: string;
  slug: string;
  prefix: string;
  /** All of them are admins. */
  people: readonly Person[];
}

/** Adds a workspace, and what `fill` adds to it. */
export function addWorkspace<T>(
  { rows, start, id, userId }: Generation,
  { name, slug, prefix, people }: Given,
  fill: (workspace: MadeWorkspace) => T,
): T {
  const workspace_id = id();
  const of = { workspace_id, created_at: start };
  const role_id = id();
  rows.roles.push({ ...of, id: role_id, name: 'admin', level: 0, is_system: 1, permissions: 2 ** 24 - 1 });
  const members = people.map((user) => ({ id: id(), user }));
  for (const { id: member, user } of members) {
    const person = { user_id: user.id, email: user.email };
    rows.members.push({ ...of, id: member, ...person, role_id, status: 'active' });
  }
  const workspace: MadeWorkspace = { id: workspace_id, members, number: 0 };
  const made = fill(workspace);
  rows.workspaces.push({
    id: workspace_id,
    name,
    slug,
    plan: 'free',
    card_prefix: prefix,
    show_emails_to_members: 1,
    week_start_day: 1,
    card_counter: workspace.number,
    created_by: userId,
    created_at: start,
  });
  return made;
}
