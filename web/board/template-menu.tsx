import { LayoutTemplate } from 'lucide';
import { useState } from 'preact/hooks';
import { lookTexts as texts } from '../messages/card.ts';
import { Menu } from '../ui/menu.tsx';
import type { OpenBoard } from './open.ts';
import { makeFrom, templatesOn } from './templates.ts';

interface FromTemplateProps {
  board: OpenBoard;
  listId: string;
  /** The card below which it is made. */
  after?: string | undefined;
  /** The title that was written so far, which the new card gets. */
  named: string;
  /** Called once a template was chosen. */
  done: () => void;
}

/** Offers the templates of the board, where cards are added; nothing if it has none. */
export function FromTemplate({ board, listId, after, named, done }: FromTemplateProps) {
  const [hasSome] = useState(() => templatesOn(board).length > 0);
  if (!hasSome) return null;
  const items = () =>
    templatesOn(board).map((template) => ({
      text: template.title,
      run: () => {
        makeFrom(board, template, listId, { named, after });
        done();
      },
    }));
  return <Menu label={texts.fromTemplate} title={texts.fromTemplate} icon={LayoutTemplate} items={items} />;
}
