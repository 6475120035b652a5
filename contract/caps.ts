/*
 * The most there can be of each kind, including what is in the trash: replies contain all of them, so they must be
 * bounded, and short enough to keep nobody waiting for 50 ms. What has no cap (cards, comments, activities) is paged.
 * One too many is refused with 409, or with 400 if the specification lists no 409 for the operation. What an older
 * version let in beyond a cap stays and is read as before.
 */
export const caps = {
  membersOfWorkspace: 2000,
  boardsOfWorkspace: 1000,
  rolesOfWorkspace: 100,
  webhooksOfWorkspace: 20,
  /** That have not ended. */
  openImportsOfWorkspace: 60,
  membersOfBoard: 500,
  listsOfBoard: 500,
  labelsOfBoard: 500,
  checklistsOfCard: 100,
  itemsOfChecklist: 500,
  itemsOfCard: 2000,
  attachmentsOfCard: 200,
  /** Including those that the user has left, as long as they exist. */
  workspacesOfUser: 500,
  keysOfUser: 100,
  /** Beyond this, the session that was used longest ago ends. */
  sessionsOfUser: 100,
} as const;

/** For the document. */
export const capsText = `A workspace has at most ${caps.membersOfWorkspace} members, ${caps.boardsOfWorkspace} boards, \
${caps.rolesOfWorkspace} roles and ${caps.webhooksOfWorkspace} webhooks; a board ${caps.membersOfBoard} members, \
${caps.listsOfBoard} lists and ${caps.labelsOfBoard} labels; a card ${caps.checklistsOfCard} checklists and ${caps.attachmentsOfCard} attachments; a \
checklist ${caps.itemsOfChecklist} items, and all checklists of a card ${caps.itemsOfCard} together; an account \
${caps.workspacesOfUser} workspaces, ${caps.keysOfUser} API keys and ${caps.sessionsOfUser} sessions. Items in the trash \
count too.`;
