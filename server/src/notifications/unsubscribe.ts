import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directionOf, type Language } from '../../../contract/languages.ts';
import { Html, html } from '../base/html.ts';
import { inLanguage } from '../base/http/language.ts';
import { languageFor } from '../base/mail/compose.ts';
import type { NewsTexts } from '../base/mail/texts/en-news.ts';
import { newsTextsIn } from '../base/mail/texts/news.ts';
import type { Service } from '../base/service.ts';
import { type Mailed, stoppedBy } from './mail/unsubscribe-address.ts';
import { type StoredSettings, storedIn, unsubscribed } from './settings.ts';
import { setSettings, settingsOf } from './settings-queries.ts';

/*
 * The page on which somebody stops the mails about notifications (RFC 8058). It works without signing in and without a script. Only
 * POST acts: programs that check the links of mails use GET. Mail programs POST without having seen the page.
 */

interface Asked {
  Params: { userId: string; signature: string };
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 36em; margin: 15vh auto 0; padding: 0 24px }
h1 { font-size: 20px }
button { font: inherit; font-weight: 600; padding: 9px 18px; border: 0; border-radius: 8px; background: #4f46c7; color: #fff; cursor: pointer }
a { color: light-dark(#4f46c7, #a9a5f5) }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageOf = (language: Language, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
<p><a href="/profile/notifications">${newsTextsIn[language].page.settings}</a></p>
</main>
</body>
</html>
`.text;

const question = (t: Texts, mailed: Mailed) => html`<p>${t[mailed].question}</p>
<form method="post"><button>${t.stop}</button></form>`;

type Texts = NewsTexts['page'];

const without: Record<Mailed, (stored: StoredSettings) => StoredSettings> = {
  news: unsubscribed,
  summary: (stored) => ({ ...stored, summary: false }),
};

export function unsubscribeRoutes(service: Service): void {
  const { http, limits, changeAccounts } = service;
  const path = '/unsubscribe/:userId/:signature';

  const answer = (
    { request, reply, status }: { request: FastifyRequest<Asked>; reply: FastifyReply; status: number },
    bodyOf: (t: Texts) => Html,
    mailed: Mailed = 'news',
  ) => {
    const language = languageFor(null, request.headers['accept-language']) ?? 'en';
    const t = newsTextsIn[language].page;
    inLanguage(reply, language);
    return reply
      .code(status)
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(pageOf(language, t[mailed].title, bodyOf(t)));
  };

  const onRequest = (request: FastifyRequest, reply: FastifyReply) => limits.ofAddress(request, reply);
  const stopped = ({ userId, signature }: Asked['Params']) => stoppedBy(service, userId, signature);
  const wrong = (request: FastifyRequest<Asked>, reply: FastifyReply) =>
    answer({ request, reply, status: 404 }, (t) => html`<p>${t.wrong}</p>`);

  http.get<Asked>(path, {
    onRequest,
    handler: async (request, reply) => {
      const mailed = stopped(request.params);
      return mailed
        ? answer({ request, reply, status: 200 }, (t) => question(t, mailed), mailed)
        : wrong(request, reply);
    },
  });

  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Whatever the form says: that it was sent is enough.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, async () => undefined);
    scope.post<Asked>(path, {
      onRequest,
      handler: async (request, reply) => {
        const mailed = stopped(request.params);
        if (!mailed) return wrong(request, reply);
        const { userId } = request.params;
        await changeAccounts(async ({ tx }) => {
          await tx.lock('users', null, [userId]);
          const stored = storedIn((await tx.first(settingsOf, { userId }))?.settings);
          const settings = JSON.stringify(without[mailed](stored));
          await tx.run(setSettings, { userId, settings, summaryAt: null });
        });
        return answer({ request, reply, status: 200 }, (t) => html`<p>${t[mailed].stopped}</p>`, mailed);
      },
    });
  });
}
