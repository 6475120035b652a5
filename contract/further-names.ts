/**
 * Paths that other services of this kind have for operations of ours, so that their clients work here. No document
 * shows them: a new client needs one name only. They are listed by operation id; the parameters have the same names.
 */
export const furtherNames: Readonly<Record<string, readonly string[]>> = {
  listIntegrations: ['/integration/providers'],
  listCodehostProjects: ['/integrations/github/projects'],
  listBoardtoolBoards: ['/integrations/trello/boards'],
  importCodehostProjects: ['/imports/github/projects'],
  importBoardtoolBoards: ['/imports/trello/boards'],
  updateUser: ['/users/me'],
};
