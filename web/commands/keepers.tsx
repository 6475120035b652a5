import { useEffect } from 'preact/hooks';
import { openBoard } from '../board/open.ts';
import { tellOfRights } from '../board/rights-change.ts';
import { tileAgain } from '../board/target.ts';
import { keepFocus } from '../ui/keep-focus.ts';

/** While it is mounted, the focus never falls to the page's body, and lost permissions are told. */
export function Keepers() {
  const board = openBoard.value;
  useEffect(() => keepFocus(tileAgain), []);
  useEffect(() => board && tellOfRights(board), [board]);
  return null;
}
