import { NamedBoard } from '../../contract/board-shapes.ts';
import { Card, MyCard } from '../../contract/card-shapes.ts';
import { BoardSnapshot } from '../../contract/live-shapes.ts';
import { FeedActivity } from '../../contract/shapes.ts';

/** Identifies the schemas of stored data: data stored under another schema is read again. The build replaces it by a hash. */
export const shape = JSON.stringify([BoardSnapshot, Card, FeedActivity, MyCard, NamedBoard]);
