import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadUntilDone } from '../ui/later.tsx';
import { Away } from './away.tsx';

/** A page whose code is loaded on its first visit. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
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
    return isLost ? <Away again={() => location.reload()} /> : null;
  };
}
