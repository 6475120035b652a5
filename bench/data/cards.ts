import type { Generation, Person } from './generation.ts';

export interface MadeWorkspace {
  id: string;
  members: { id: string; user: Person }[];
  /** The number of the newest card. */
  number: number;
}

interface Place {
  board_id: string;
  list_id: string;
  position: string;
}

/** One in this many cards has a word in its title that occurs nowhere else. */
const rare = 1000;

/** Adds a card with a label, a member, some activities and, for one in three, a checklist; returns its id. */
export function addCard(g: Generation, workspace: MadeWorkspace, place: Place, labels: string[]): string {
  const { rows, next, id, text } = g;
  const of = { workspace_id: workspace.id, created_at: g.start };
  const card_id = id();
  const number = ++workspace.number;
  rows.cards.push({
    ...of,
    ...place,
    id: card_id,
    number,
    title: number % rare === 1 ? `${text(5)} quartz` : text(5),
    description: next(2) ? text(40) : null,
    created_by: g.userId,
  });
  const label_id = labels[next(labels.length)] ?? '';
  rows.card_labels.push({ workspace_id: workspace.id, board_id: place.board_id, card_id, label_id });
  const member_id = workspace.members[next(workspace.members.length)]?.id;
  if (member_id !== undefined) rows.card_members.push({ workspace_id: workspace.id, card_id, member_id });
  if (number % 3 === 0) {
    const checklist_id = id();
    rows.checklists.push({ ...of, id: checklist_id, card_id, name: text(2), position: 'a0' });
    for (let i = 0; i < 4; i++) {
      const item = { id: id(), checklist_id, title: text(4), completed: next(2), position: `a${i}` };
      rows.checklist_items.push({ ...of, ...item });
    }
  }
  addActivities(g, workspace, card_id, { count: g.size.activities, from: number });
  return card_id;
}

/** The creation of a card, then alternating title changes and comments, from second `from` of the installation on. */
export function addActivities(
  { rows, start, people, next, id, text }: Generation,
  { id: workspace_id }: MadeWorkspace,
  card_id: string,
  { count, from }: { count: number; from: number },
): void {
  for (let i = 0; i < count; i++) {
    const created_at = start + from * 1_000_000 + i;
    const user_id = people[next(people.length)]?.id ?? '';
    const shared = { workspace_id, id: id(), card_id, user_id, created_at, group_started_at: created_at };
    if (i === 0) rows.activities.push({ ...shared, type: 'card.created', to_title: 'x' });
    else if (i % 2 === 1) {
      const titles = { from_title: text(5), to_title: text(5) };
      rows.activities.push({ ...shared, type: 'card.updated.title', ...titles });
    } else {
      const comment_id = id();
      const comment = { id: comment_id, card_id, comment: text(20), created_by: user_id, created_at };
      rows.comments.push({ workspace_id, ...comment });
      rows.activities.push({ ...shared, type: 'card.updated.comment.added', comment_id });
    }
  }
}
