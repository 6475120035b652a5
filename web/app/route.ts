import type { VNode } from 'preact';

/* The rows of the table of routes, and how an address is matched to one. */

export interface Route {
  /** `:workspace`, `:board` and `:card` match ids, any other name matches a word. The first row that matches counts. */
  path: string;
  /** The window's title, unless the page sets one that depends on its content. */
  title?: string;
  /** Its tab among the pages about the same thing. */
  tab?: { of: string; text: string };
  /** Who sees it, if not only those who are signed in. */
  who?: 'anyone';
  page: (at: At) => VNode;
}

export interface Tab {
  href: string;
  text: string;
}

type Params = Readonly<Record<'workspace' | 'board' | 'card' | 'provider' | 'part' | 'item', string>>;

/** The current route. */
export interface At {
  route: Route;
  /** An empty string for names that the path does not have. */
  params: Params;
  tabs: readonly Tab[];
}

const name = /:(\w+)/g;

const none: Params = { workspace: '', board: '', card: '', provider: '', part: '', item: '' };

export function routeAt(routes: readonly Route[], path: string): At | undefined {
  for (const route of routes) {
    const pattern = route.path.replace(name, (_, each: string) =>
      /workspace|board|card/.test(each) ? `(?<${each}>[0-9a-z]{16})` : `(?<${each}>[^/]+)`,
    );
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (!found) continue;
    const params: Params = { ...none, ...found.groups };
    const tabs = routes.flatMap(({ path: to, tab }) =>
      tab && tab.of === route.tab?.of
        ? { href: to.replace(name, (_, each: keyof Params) => params[each]), text: tab.text }
        : [],
    );
    return { route, params, tabs };
  }
  return undefined;
}
