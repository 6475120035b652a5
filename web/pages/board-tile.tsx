import { Star } from 'lucide';
import type { Summary } from '../app/boards-data.ts';
import { homeTexts } from '../messages/home.ts';
import { t } from '../messages/t.ts';
import { hueOfBoard } from '../ui/hue.ts';
import { Icon } from '../ui/icon.tsx';

interface TileProps {
  board: Summary;
  /** How many cards each list had when the user last saw the board in this browser. */
  lists: readonly number[] | undefined;
  /** The workspace, if the page does not show it already. */
  note?: string | undefined;
  star: (board: Summary) => void;
}

/** A board in the list of boards. */
export function Tile({ board, lists, note, star }: TileProps) {
  const { publicId, name, favorite, listCount } = board;
  return (
    <li class="tile" style={{ '--hue': String(hueOfBoard(publicId)) }}>
      <div class="tile-name">
        <span class="dot" />
        <a class="whole" href={`/b/${publicId}`}>
          {name}
        </a>
        <button
          class="button plain icon-only small star"
          type="button"
          aria-label={t.boards.star(name)}
          aria-pressed={favorite}
          onClick={() => star(board)}
        >
          <Icon of={Star} />
        </button>
      </div>
      <span class="quiet one-line">{note ?? homeTexts.lists(listCount)}</span>
      <Drawing of={lists ?? unseen(listCount)} isKnown={lists !== undefined} />
    </li>
  );
}

/** Of lists that were not seen yet, how long they are is not known. */
const unseen = (lists: number): number[] => Array.from({ length: Math.min(lists, 12) }, () => 3);

/** The lists of a board, each as high as it is long. */
function Drawing({ of, isKnown }: { of: readonly number[]; isKnown: boolean }) {
  const most = Math.max(6, ...of);
  return (
    <span class={isKnown ? 'drawing' : 'drawing faint'} aria-hidden="true">
      {of.map((cards, index) => (
        <i key={`${index} ${cards}`} style={{ blockSize: `${4 + (24 * cards) / most}px` }} />
      ))}
    </span>
  );
}
