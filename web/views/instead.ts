import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { OpenBoard } from '../board/open.ts';
import { pointAt } from '../board/pointer.ts';
import type { Instead } from '../board/view.ts';

/**
 * Has the commands, menus and selection of the board work in a view, whose element is `root` and in which what stands for a
 * card has `data-card`.
 */
export function useInstead(board: OpenBoard, root: RefObject<HTMLElement | null>, instead: Instead): void {
  useEffect(() => {
    if (!root.current) return undefined;
    board.view.instead = instead;
    const end = pointAt(root.current, board);
    return () => {
      end();
      if (board.view.instead === instead) board.view.instead = undefined;
    };
  }, [board, instead]);
}
