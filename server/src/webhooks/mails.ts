import type { Mail } from '../base/mail/mail.ts';
import { quoted, requestText } from '../base/mail/texts.ts';
import type { Reason } from './turn.ts';

interface Disabled {
  to: string;
  workspaceId: string;
  /** The name of the workspace. */
  workspace: string;
  webhookId: string;
  name: string;
  reason: Reason;
  publicUrl: string;
}

const said: Record<Reason, string> = {
  gone: 'Its receiver has answered that it is gone (status 410)',
  failing: 'For five days every attempt to deliver something to it has failed',
};

export const disabledMail = (p: Disabled): Mail => {
  const path = `/workspaces/${p.workspaceId}/webhooks/${p.webhookId}`;
  return {
    to: p.to,
    subject: 'A webhook was disabled',
    text: `A webhook of a workspace of yours, on the task board at ${p.publicUrl}, was disabled.
${said[p.reason]}, so nothing more is sent to it.

What came of the last deliveries can be read at ${p.publicUrl}/api/v1${path}/deliveries
Once its receiver works again, it can be enabled. ${requestText(p.publicUrl, path, { active: true }, 'PUT')}
The webhook is called ${quoted(p.name)}, and the workspace ${quoted(p.workspace)}.
`,
  };
};
