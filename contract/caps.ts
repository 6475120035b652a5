/*
 * How many of a kind hang on one thing, at most, those in the trash counted: replies send these whole, so they must
 * end, and before others have waited for 50 ms. Of what is many (cards, comments, activities) replies are paged. What
 * is one too many is refused by 409, or by 400 where the specification's operation lists no 409. What an older version
 * let in beyond a cap stays, and is read as before.
 */
export const caps = {
  membersOfWorkspace: 2000,
  boardsOfWorkspace: 1000,
  rolesOfWorkspace: 100,
  webhooksOfWorkspace: 20,
  listsOfBoard: 500,
  labelsOfBoard: 500,
  checklistsOfCard: 100,
  itemsOfChecklist: 500,
  itemsOfCard: 2000,
  attachmentsOfCard: 200,
  /** Also those that one has left, as long as they are there. */
  workspacesOfUser: 500,
  keysOfUser: 100,
  /** The session that was used longest ago ends for one too many. */
  sessionsOfUser: 100,
} as const;

/** For the document. */
export const capsText = `A workspace has at most ${caps.membersOfWorkspace} members, ${caps.boardsOfWorkspace} boards, \
${caps.rolesOfWorkspace} roles and ${caps.webhooksOfWorkspace} webhooks; a board ${caps.listsOfBoard} lists and \
${caps.labelsOfBoard} labels; a card ${caps.checklistsOfCard} checklists and ${caps.attachmentsOfCard} attachments; a \
checklist ${caps.itemsOfChecklist} items, those of a card ${caps.itemsOfCard} together; an account is in \
${caps.workspacesOfUser} workspaces and has ${caps.keysOfUser} API keys and ${caps.sessionsOfUser} sessions. What is \
in the trash counts.`;
