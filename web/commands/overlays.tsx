import { useLayoutEffect } from 'preact/hooks';
import type { Overlay } from '../board/overlay.ts';
import { contextNow } from '../board/target.ts';
import { giveTypedAhead } from './ahead.ts';
import { CardMenu } from './card-menu.tsx';
import { CardsBelow, TitleEditor } from './editor.tsx';
import { Help } from './help.tsx';
import { ListSettings } from './list-settings.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { MoveListDialog } from './move-list-dialog.tsx';
import { Palette } from './palette.tsx';
import { CoverPicker, DatePicker, LabelPicker, MemberPicker } from './pickers.tsx';
import './palette.css';

/** Loaded with the overlays: a selection is the beginning of a command, too. */
export { Selection } from './selection.tsx';

/** The anchor if there is none on the page. */
const inTheMiddle = () => ({
  left: innerWidth / 2 - 140,
  right: innerWidth / 2 - 140,
  top: 120,
  bottom: 120,
});

const beside = {
  menu: CardMenu,
  labels: LabelPicker,
  members: MemberPicker,
  due: DatePicker,
  cover: CoverPicker,
  title: TitleEditor,
  add: CardsBelow,
};

/** The overlay that a command has opened. */
export function Over({ of }: { of: Overlay }) {
  // After the overlay's own effects, which move the focus.
  useLayoutEffect(() => giveTypedAhead(of), [of]);
  switch (of.kind) {
    case 'palette':
      return <Palette context={contextNow()} isSearch={of.isSearch} />;
    case 'help':
      return <Help />;
    case 'moveList':
      return <MoveListDialog board={of.board} list={of.list} />;
    case 'listSettings':
      return <ListSettings board={of.board} list={of.list} />;
    case 'move':
    case 'copy':
      return <MoveDialog board={of.board} cards={of.cards} isCopy={of.kind === 'copy'} />;
    default: {
      const Beside = beside[of.kind];
      return <Beside board={of.board} card={of.card} cards={of.cards} at={of.at ?? inTheMiddle()} />;
    }
  }
}
