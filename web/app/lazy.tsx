import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Away } from './away.tsx';

/** A page whose code is loaded on its first visit. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  let loaded: ComponentType<P> | undefined;
  return (props: P) => {
    const [Page, setPage] = useState(() => loaded);
    const [isLost, setLost] = useState(false);
    const begin = () =>
      load().then(
        (found) => {
          loaded = found;
          setPage(() => found);
        },
        () => setLost(true),
      );
    useEffect(() => {
      if (!Page) void begin();
    }, []);
    if (Page) return <Page {...props} />;
    // An update of the service may have renamed the files, so trying again reloads the page.
    return isLost ? <Away again={() => location.reload()} /> : null;
  };
}
