import { useEffect } from 'preact/hooks';
import { me } from '../app/session.ts';
import { openBoard } from '../board/open.ts';
import { tellOfRights } from '../board/rights-change.ts';
import { tileAgain } from '../board/target.ts';
import { keepShell } from '../sync/offline.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { TilePencil } from './tile-pencil.tsx';

/** The pencil of tiles. While it is mounted, the focus never falls to the page's body, lost permissions are told, and the app starts offline. */
export function Keepers() {
  const board = openBoard.value;
  useEffect(() => keepFocus(tileAgain), []);
  useEffect(() => board && tellOfRights(board), [board]);
  const someone = me.value?.id;
  useEffect(() => {
    if (someone) void keepShell();
  }, [someone]);
  return <TilePencil />;
}
