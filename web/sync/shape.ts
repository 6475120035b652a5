import { Card } from '../../contract/card-shapes.ts';
import { BoardSnapshot } from '../../contract/live-shapes.ts';
import { FeedActivity } from '../../contract/shapes.ts';

/** Names the shapes of what is kept: what was kept in another is read anew. What is built for browsers has a hash of it. */
export const shape = JSON.stringify([BoardSnapshot, Card, FeedActivity]);
