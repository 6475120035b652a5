import { Ban, ListTree } from 'lucide';
import { relationTexts } from '../messages/relations.ts';
import type { Entities } from '../sync/mutation.ts';
import { Badge } from './badge.tsx';

/** What the relations of a card say of it on its tile: that it waits for others, and how many of its children are done. */
export const RelationBadges = ({ card: { blocked, children, completedAt } }: { card: Entities['card'] }) => (
  <>
    {blocked === true && completedAt === null && <Badge icon={Ban} name={relationTexts.blocked} />}
    {children && (
      <Badge
        icon={ListTree}
        name={relationTexts.childrenDone(children.done, children.total)}
        text={`${children.done}/${children.total}`}
        isDone={children.done === children.total}
      />
    )}
  </>
);
