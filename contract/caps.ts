/*
 * Maximum number of objects of each kind, including those in the trash. Replies contain all of them, so they must be
 * bounded, and small enough that no reply blocks others for 50 ms. Kinds without a cap (cards, comments, activities) are
 * paged. A request beyond a cap fails with 409, or with 400 if the specification lists no 409 for the operation. Objects
 * that an older version created beyond a cap stay and remain readable.
 */
export const caps = {
  membersOfWorkspace: 2000,
  /** Besides its other members. */
  botsOfWorkspace: 50,
  boardsOfWorkspace: 1000,
  rolesOfWorkspace: 100,
  /** Groups of providers that give roles. */
  groupsOfWorkspace: 200,
  webhooksOfWorkspace: 20,
  codeHostsOfWorkspace: 20,
  channelsOfBoard: 10,
  /** Of all boards together: each looks for deliveries. */
  channelsOfWorkspace: 200,
  /** Imports that have not finished. */
  openImportsOfWorkspace: 60,
  membersOfBoard: 500,
  listsOfBoard: 500,
  labelsOfBoard: 500,
  /** Of those that are shared, and of those of each person. */
  viewsOfBoard: 50,
  rulesOfBoard: 50,
  actionsOfRule: 10,
  fieldsOfBoard: 50,
  fieldsOfWorkspace: 100,
  optionsOfField: 200,
  checklistsOfCard: 100,
  itemsOfChecklist: 500,
  itemsOfCard: 2000,
  attachmentsOfCard: 200,
  /** Of each kind: branches, commits and pull requests. What comes later is left out. */
  codeLinksOfCard: 200,
  openQuestionsOfCard: 20,
  /** In both directions. */
  relationsOfCard: 100,
  cardsOfPlan: 100,
  openProposalsOfBoard: 500,
  /** Including workspaces that the user has left, as long as they exist. */
  workspacesOfUser: 500,
  viewsOfUser: 50,
  keysOfUser: 100,
  boardsOfKey: 50,
  boardsOfWebhook: 50,
  /** Beyond this, the least recently used session is revoked. */
  sessionsOfUser: 100,
  recoveryCodes: 10,
} as const;

/** The caps as text for the OpenAPI document. */
export const capsText = `A workspace has at most ${caps.membersOfWorkspace} members and ${caps.botsOfWorkspace} bots, ${caps.boardsOfWorkspace} boards, \
${caps.rolesOfWorkspace} roles, ${caps.groupsOfWorkspace} groups that give them, ${caps.fieldsOfWorkspace} fields that its boards can use, ${caps.webhooksOfWorkspace} webhooks, each limited to at most ${caps.boardsOfWebhook} boards if at all, ${caps.codeHostsOfWorkspace} connected code hosts, and ${caps.channelsOfWorkspace} chat channels; a board ${caps.channelsOfBoard} chat channels, ${caps.membersOfBoard} members, \
${caps.listsOfBoard} lists, ${caps.labelsOfBoard} labels, ${caps.fieldsOfBoard} fields, each with ${caps.optionsOfField} options, ${caps.viewsOfBoard} shared views and as many of each person, ${caps.rulesOfBoard} rules, each with ${caps.actionsOfRule} actions, ${caps.openProposalsOfBoard} cards that are proposed; a card ${caps.checklistsOfCard} checklists, ${caps.attachmentsOfCard} attachments, ${caps.openQuestionsOfCard} open questions, ${caps.relationsOfCard} relations and ${caps.codeLinksOfCard} each of branches, commits and pull requests; a \
checklist ${caps.itemsOfChecklist} items, and all checklists of a card ${caps.itemsOfCard} together; a plan ${caps.cardsOfPlan} cards; an account \
${caps.workspacesOfUser} workspaces, ${caps.viewsOfUser} views over all boards, ${caps.keysOfUser} API keys, each limited to at most ${caps.boardsOfKey} boards if at all, and ${caps.sessionsOfUser} sessions. Items in the trash \
count too.`;
