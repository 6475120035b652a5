import { oauth } from '../../../../contract/oauth.ts';
import { originOf } from '../../base/access/origin.ts';
import { Invalid } from '../../base/errors.ts';
import { bind } from '../../base/http/bind.ts';
import type { Service } from '../../base/service.ts';
import { descriptionsBy } from './descriptions.ts';
import { allow } from './grants.ts';
import { openRoutes } from './open-routes.ts';
import { type Asked, askedBy, refusal } from './request.ts';
import { placeOf } from './return-address.ts';

/** OAuth 2.1, for applications that cannot be given a key: for themselves, and for the page on which a user decides. */
export function oauthRoutes(service: Service): void {
  const describe = descriptionsBy(service);
  openRoutes(service);

  bind(service, oauth.read, async ({ query }) => {
    const asked = await askedBy(service, describe, query.request, 'query/request');
    return {
      application: shown(asked),
      rights: [...asked.offered],
      problem: asked.problem?.description ?? null,
      refusalUrl: refusal(asked, service.publicUrl),
    };
  });

  bind(service, oauth.allow, async ({ change, body, request }) => {
    const asked = await askedBy(service, describe, body.request, 'body/request');
    if (asked.problem) throw new Invalid('application-refused', { field: 'body/request' });
    return change((work) => allow(work, asked, body, originOf(request)));
  });
}

/** A host vouches for a name only where the code goes to that host as well. */
function shown({ application: { name, host }, redirectUri }: Asked) {
  const place = placeOf(redirectUri);
  return { name, host: place.returnsTo === 'site' && place.target === host ? host : null, ...place };
}
