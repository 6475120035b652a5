import { listenTo, type Told } from './told-events.ts';

/*
 * The shared worker that follows the stream of the signed-in user for all tabs: a browser opens at most six connections to a
 * server over HTTP/1.1. A tab posts the address of the stream with the id of its user, and gets what arrives there.
 */

export interface Asked {
  address: string;
  userId: string;
}

const ports = new Set<MessagePort>();
let source: EventSource | undefined;
let owner = '';
/** The newest count, for tabs that open later. */
let count: Told | undefined;

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  ports.add(port);
  port.onmessage = ({ data }: MessageEvent<Asked | 'leave'>) => {
    if (data === 'leave') ports.delete(port);
    else follow(data, port);
  };
});

function follow({ address, userId }: Asked, port: MessagePort): void {
  if (source && owner === userId && source.readyState !== EventSource.CLOSED) {
    if (count) port.postMessage(count);
    return;
  }
  source?.close();
  count = undefined;
  owner = userId;
  source = new EventSource(address);
  listenTo(source, (told) => {
    if (told.type === 'unread') count = told;
    for (const each of ports) each.postMessage(told);
  });
}
