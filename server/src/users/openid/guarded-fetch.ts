import type { CustomFetch } from 'openid-client';
import type { Outgoing } from '../../base/outgoing/outgoing.ts';

/** Timeout of each request of a sign-in; milliseconds. */
const timeoutMs = 10_000;

const methods = ['GET', 'POST'] as const;

/** The guarded HTTP client as a `fetch` function, for the OpenID library. */
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
    // Responses with some statuses must not even have an empty body.
    return new Response(reply.body || null, { status: reply.status, headers: replied });
  };

/** The library only sends forms. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('the OpenID library sent a body that is neither text nor a form');
}
