import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadUntilDone } from '../ui/later.tsx';
import { Away } from './away.tsx';

type Load<P> = () => Promise<ComponentType<P>>;

/** A page whose code is loaded on its first visit. Without a connection it says so. */
export const lazy = <P extends object>(load: Load<P>): FunctionComponent<P> => loadedFrom(load, true);

/** A small part of a page. Without a connection nothing is in its place until there is one. */
export const lazyPart = <P extends object>(load: Load<P>): FunctionComponent<P> => loadedFrom(load, false);

function loadedFrom<P extends object>(load: Load<P>, isPage: boolean): FunctionComponent<P> {
  let loaded: ComponentType<P> | undefined;
  return (props: P) => {
    const [Page, setPage] = useState(() => loaded);
    const [isLost, setLost] = useState(false);
    useEffect(() => {
      if (Page) return undefined;
      const begin = async () => {
        const found = await load();
        loaded = found;
        setPage(() => found);
      };
      return loadUntilDone(begin, () => setLost(true));
    }, []);
    if (Page) return <Page {...props} />;
    // An update of the service may have renamed the files, so trying again reloads the page.
    return isLost && isPage ? <Away again={() => location.reload()} /> : null;
  };
}
