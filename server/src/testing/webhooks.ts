import { api } from '../../../contract/api.ts';
import { makeBoard } from './fixtures.ts';
import type { Person, TestService } from './service.ts';

/** Creates a board in a new workspace, with a webhook that sends its changes to an address. */
export async function tellingBoard(person: Person, url: string, events: string[] = ['*']) {
  const made = await makeBoard(person);
  const at = { params: { workspacePublicId: made.workspace } };
  const webhook = await person.call(api.webhooks.create, { ...at, body: { name: 'Chat', url, events } });
  const ofWebhook = { params: { ...at.params, webhookPublicId: webhook.publicId } };
  return { ...made, webhook, at: ofWebhook };
}

/** Sends due deliveries, and those that become due as a result; waits for them. */
export async function sendDue(service: TestService): Promise<void> {
  await service.jobs.run('webhooks');
  await service.sender.idle();
}
