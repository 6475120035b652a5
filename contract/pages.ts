/** An object with a page: workspaces, boards and cards. Everything else is found on its board. */
export interface Shown {
  workspaceId: string;
  boardId?: string | undefined;
  cardId?: string | undefined;
}

/** What the address of a card ends with to lead to an answer of a question on it. Opening it answers nothing: a press does. */
export const toAnswer = (questionId: string, option: number): string => `#answer-${questionId}-${option}`;

/** The path of an object's page, relative to the service's address. It is stable, so messages can contain it. */
export function pathOfPage({ workspaceId, boardId, cardId }: Shown): string {
  if (cardId !== undefined) return `/c/${cardId}`;
  if (boardId !== undefined) return `/b/${boardId}`;
  return `/w/${workspaceId}`;
}
