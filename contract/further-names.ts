/**
 * What other services of this kind call operations of ours, so that their clients find them. They stand in no document:
 * whoever begins anew needs one name. By the id of the operation; the parameters are called alike.
 */
export const furtherNames: Readonly<Record<string, readonly string[]>> = {
  listIntegrations: ['/integration/providers'],
  listCodehostProjects: ['/integrations/github/projects'],
  listBoardtoolBoards: ['/integrations/trello/boards'],
  importCodehostProjects: ['/imports/github/projects'],
  importBoardtoolBoards: ['/imports/trello/boards'],
  updateUser: ['/users/me'],
};
