/*
 * How many of a kind hang on one thing, at most, those in the trash counted: replies send these whole, so they must
 * end. Of what is many (cards, comments, activities) replies are paged. What is one too many is refused by 409, or by
 * 400 where the specification's operation lists no 409.
 */
export const caps = {
  membersOfWorkspace: 10_000,
  boardsOfWorkspace: 1000,
  rolesOfWorkspace: 100,
  webhooksOfWorkspace: 20,
  listsOfBoard: 500,
  labelsOfBoard: 500,
  checklistsOfCard: 100,
  itemsOfChecklist: 500,
  attachmentsOfCard: 200,
  keysOfUser: 100,
  /** The session that was used longest ago ends for one too many. */
  sessionsOfUser: 100,
} as const;

/** For the document. */
export const capsText = `A workspace has at most ${caps.membersOfWorkspace} members, ${caps.boardsOfWorkspace} boards, \
${caps.rolesOfWorkspace} roles and ${caps.webhooksOfWorkspace} webhooks; a board ${caps.listsOfBoard} lists and \
${caps.labelsOfBoard} labels; a card ${caps.checklistsOfCard} checklists and ${caps.attachmentsOfCard} attachments; a \
checklist ${caps.itemsOfChecklist} items; an account ${caps.keysOfUser} API keys and ${caps.sessionsOfUser} sessions. \
What is in the trash counts.`;
