import { BoardSnapshot } from '../../contract/live-shapes.ts';

/** Names the shape of a board: one that was kept in another is read anew. What is built for browsers has a hash of it. */
export const shape = JSON.stringify(BoardSnapshot);
