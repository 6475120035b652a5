/** What has a page of its own; whatever is on a board is found there, but for a card. */
export interface Shown {
  workspaceId: string;
  boardId?: string | undefined;
  cardId?: string | undefined;
}

/** The path of the page that shows something: below the address of the service, and stable, so that messages may hold it. */
export function pathOfPage({ workspaceId, boardId, cardId }: Shown): string {
  if (cardId !== undefined) return `/c/${cardId}`;
  if (boardId !== undefined) return `/b/${boardId}`;
  return `/w/${workspaceId}`;
}
