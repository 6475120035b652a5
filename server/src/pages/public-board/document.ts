import { hash } from 'node:crypto';
import { type Html, html } from '../../base/html.ts';
import { symbols } from './parts.ts';
import type { Spoken } from './texts.ts';

/* The document around the pages of a public board. */

/** The files that the build made for these pages. */
export interface Assets {
  style: string;
  script: string;
}

export interface Frame {
  title: string;
  description: string;
  /** The address of the page; null if there is nothing at it. */
  address: string | null;
  /** The address of a picture of the board; null if none can be made. */
  picture: string | null;
  isIndexed: boolean;
  /** Rules for what differs between boards. */
  rules: string;
  assets: Assets | undefined;
  texts: Spoken;
  body: Html;
}

/** The size of the picture that links to a board are shown with. */
export const pictureSize = { width: 1200, height: 630 };

const pictureTags = (address: string): Html => html`
<meta property="og:image" content="${address}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${pictureSize.width}">
<meta property="og:image:height" content="${pictureSize.height}">
<meta name="twitter:card" content="summary_large_image">`;

export const documentOf = (frame: Frame): Html => {
  const { title, description, address, picture, isIndexed, rules, assets, texts, body } = frame;
  return html`<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">${
    !isIndexed &&
    html`
<meta name="robots" content="noindex">`
  }${
    address !== null &&
    html`
<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">`
  }
<meta property="og:type" content="website">
<meta property="og:site_name" content="Taskboard">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">${picture !== null && pictureTags(picture)}
<link rel="icon" href="/icon.svg" type="image/svg+xml">${
    assets &&
    html`
<link rel="stylesheet" href="${assets.style}">
<script type="module" blocking="render" src="${assets.script}"></script>`
  }${
    rules !== '' &&
    html`
<style>${rules}</style>`
  }
</head>
<body data-texts="${JSON.stringify(texts.later)}">
${symbols}
${body}
</body>
</html>
`;
};

/** Everything comes from this server; the only inline style is the one of the page, named by its hash. */
export const policyOf = (rules: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    rules === '' ? "style-src 'self'" : `style-src 'self' 'sha256-${hash('sha256', rules, 'base64')}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types markdown dompurify',
  ].join('; ');

interface Top {
  workspace: string;
  /** The name of the board, and its address where it is a link. */
  board: string;
  address?: string;
  boardId: string;
  /** Where members find the same. */
  open: string;
  extra?: Html | false;
}

/** The bar of all pages. */
export const topOf = (
  t: Spoken,
  { workspace, board, address, boardId, open, extra }: Top,
): Html => html`<header class="top">
<img src="/icon.svg" alt="" width="24" height="24">
<div class="where"><span class="quiet one-line" dir="auto">${workspace}</span> <span class="quiet" aria-hidden="true">/</span> <span class="dot"></span> ${
  address === undefined
    ? html`<h1 class="one-line" dir="auto">${board}</h1>`
    : html`<a class="one-line" dir="auto" href="${address}">${board}</a>`
}</div>
<span class="pill">${t.viewOnly}</span>
<span class="grow"></span>
${extra}
<a class="button" href="${open}" data-member="${boardId}" hidden>${t.open}</a>
</header>`;
