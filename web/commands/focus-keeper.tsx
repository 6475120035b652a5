import { useEffect } from 'preact/hooks';
import { tileAgain } from '../board/target.ts';
import { keepFocus } from '../ui/keep-focus.ts';

/** While it is mounted, the focus never falls to the page's body. */
export function FocusKeeper() {
  useEffect(() => keepFocus(tileAgain), []);
  return null;
}
