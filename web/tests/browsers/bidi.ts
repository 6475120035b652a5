/*
 * WebDriver BiDi: JSON over a socket, https://w3c.github.io/webdriver-bidi/. Firefox speaks it itself; the driver program that
 * clients for it start as well would have to be downloaded.
 */

interface Answer {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  message?: string;
  error?: string;
  method?: string;
  params?: Told;
}

/** What events tell, as far as it is used. */
export interface Told {
  context?: string | null;
  source?: { context?: string };
  level?: string;
  text?: string;
  request?: { url: string };
}

export class Bidi {
  readonly #socket: WebSocket;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  private constructor(socket: WebSocket, told: (method: string, params: Told) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id = 0, type, result, error, message, method, params } = JSON.parse(String(data)) as Answer;
      if (type === 'event') return told(method ?? '', params ?? {});
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (type === 'success') asked?.resolve(result);
      else asked?.reject(new Error(`${error}: ${message}`));
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#asked.values())
        reject(new Error('the browser has closed the connection'));
    });
  }

  static async connect(address: string, told: (method: string, params: Told) => void): Promise<Bidi> {
    const socket = new WebSocket(`${address}/session`);
    const opened = Promise.withResolvers<void>();
    socket.addEventListener('open', () => opened.resolve());
    socket.addEventListener('error', () => opened.reject(new Error(`no connection to ${address}`)));
    await opened.promise;
    return new Bidi(socket, told);
  }

  ask<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#count;
    const asked = Promise.withResolvers<unknown>();
    this.#asked.set(id, asked);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return asked.promise as Promise<T>;
  }
}
