import { t } from '../messages/en.ts';

/** The pages about a workspace. */
export const workspaceTabs = (id: string, mayCreate = false) => [
  { href: `/w/${id}`, text: t.boards.title },
  { href: `/w/${id}/members`, text: t.workspace.members },
  { href: `/w/${id}/settings`, text: t.workspace.settings },
  ...(mayCreate ? [{ href: `/w/${id}/import`, text: t.boards.import }] : []),
  { href: `/w/${id}/export`, text: t.panel.export },
  { href: `/w/${id}/trash`, text: t.workspace.trash },
];
