import type { CustomFetch } from 'openid-client';
import type { Outgoing } from '../../base/outgoing/outgoing.ts';

/** For each of the requests of a sign-in; milliseconds. */
const timeoutMs = 10_000;

const methods = ['GET', 'POST'] as const;

/** What the OpenID library sends its requests by: the guarded client, in the form of `fetch`. */
export const guardedFetch =
  (outgoing: Outgoing): CustomFetch =>
  async (url, { method, headers, body }) => {
    const reply = await outgoing.request({
      url,
      method: methods.find((each) => each === method),
      headers,
      body: body === undefined || body === null ? undefined : textOf(body),
      timeoutMs,
    });
    const replied = Object.entries(reply.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    // A reply of some statuses may not even have an empty body.
    return new Response(reply.body || null, { status: reply.status, headers: replied });
  };

/** The library sends forms and nothing else. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('the OpenID library sent a body that is neither text nor a form');
}
