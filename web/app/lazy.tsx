import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Away } from './trouble.tsx';

/** A page that is loaded when it is first gone to. */
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
    // After an update the names of its files are others: all of it is loaded anew.
    return isLost ? <Away again={() => location.reload()} /> : null;
  };
}
