import type { VNode } from 'preact';

/* What a row of the table of routes is, and how an address finds its row. */

/** Whoever has signed in; anyone; or who may create boards in the workspace: others do not see its tab. */
type Who = 'signedIn' | 'anyone' | 'mayCreate';

export interface Route {
  /** `:workspace`, `:board` and `:card` stand for ids, any other name for a word. The first row that fits counts. */
  path: string;
  /** Of the window, where the page does not show one that depends on what it is about. */
  title?: string;
  /** Its name among the pages about the same thing. */
  tab?: { of: string; text: string };
  /** `signedIn` unless it says otherwise. */
  who?: Who;
  page: (at: At) => VNode;
}

export interface Tab {
  href: string;
  text: string;
  who: Who;
}

type Params = Readonly<Record<'workspace' | 'board' | 'card' | 'provider', string>>;

/** Where someone is. */
export interface At {
  route: Route;
  /** Empty where the path has none of that name. */
  params: Params;
  tabs: readonly Tab[];
}

const name = /:(\w+)/g;

export function routeAt(routes: readonly Route[], path: string): At | undefined {
  for (const route of routes) {
    const pattern = route.path.replace(name, (_, each: string) =>
      /workspace|board|card/.test(each) ? `(?<${each}>[0-9a-z]{16})` : `(?<${each}>[^/]+)`,
    );
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (!found) continue;
    const params: Params = { workspace: '', board: '', card: '', provider: '', ...found.groups };
    const tabs = routes.flatMap(({ path: to, tab, who = 'signedIn' }) =>
      tab && tab.of === route.tab?.of
        ? { href: to.replace(name, (_, each: keyof Params) => params[each]), text: tab.text, who }
        : [],
    );
    return { route, params, tabs };
  }
  return undefined;
}
