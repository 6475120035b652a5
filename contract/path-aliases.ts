/**
 * Alternative paths that similar services use for our operations, so that their clients work here. They are not
 * documented: a new client needs only one name. Keyed by operation id; the parameters have the same names.
 */
export const pathAliases: Readonly<Record<string, readonly string[]>> = {
  listIntegrations: ['/integration/providers'],
  listCodehostProjects: ['/integrations/github/projects'],
  listBoardtoolBoards: ['/integrations/trello/boards'],
  importCodehostProjects: ['/imports/github/projects'],
  importBoardtoolBoards: ['/imports/trello/boards'],
  updateUser: ['/users/me'],
};
