import { createHash } from 'node:crypto'
import { html, rawHtml } from './html.ts'
import type { Html } from './html.ts'
import { themeStyle } from './theme.ts'
import type { Theme } from './theme.ts'
import { originsOf, webAddress } from './web-address.ts'

export interface Page {
  readonly title: string
  readonly description?: string | null
  readonly theme: Theme
  /** Paths of this service. */
  readonly stylesheets: readonly string[]
  readonly favicon?: string | null
  /** URLs of the pictures; only http and https are allowed. */
  readonly pictures?: readonly (string | null)[]
  /** Seconds until the page is reloaded. */
  readonly refreshSeconds?: number
  /** The path to load then instead of the same page. */
  readonly refreshTo?: string
  readonly feeds?: readonly PageFeed[]
  /** Not for search engines. */
  readonly isUnlisted?: boolean
  readonly canonical?: string
  readonly body: Html
}

export interface PageFeed {
  readonly type: 'application/rss+xml' | 'application/atom+xml'
  readonly title: string
  readonly href: string
}

export interface WrittenPage {
  readonly text: string
  /** Content-Security-Policy that lets in what the page needs and nothing else. */
  readonly policy: string
}

/** A complete HTML document. It runs no script, loads nothing it does not name and cannot be framed. */
export function writePage(page: Page): WrittenPage {
  const style = themeStyle(page.theme)
  const favicon = webAddress(page.favicon ?? null)
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        ${page.description && html`<meta name="description" content="${page.description}" />`}
        ${page.refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshOf(page)}" />`}
        ${page.isUnlisted && html`<meta name="robots" content="noindex, nofollow" />`}
        ${page.canonical !== undefined && html`<link rel="canonical" href="${page.canonical}" />`}
        <link rel="icon" href="${favicon ?? 'data:,'}" />
        ${page.feeds?.map(({ type, title, href }) => html`<link rel="alternate" type="${type}" title="${title}" href="${href}" />`)}
        ${page.stylesheets.map((href) => html`<link rel="stylesheet" href="${href}" />`)} ${styleElement(style)}
      </head>
      <body>
        ${page.body}
      </body>
    </html> `
  return { text: text.toString(), policy: policyOf(style, [page.favicon ?? null, ...(page.pictures ?? [])]) }
}

/** The hash in the policy is that of the exact text between the tags. */
const styleElement = (style: string): Html => rawHtml(`<style>${style}</style>`)

const refreshOf = ({ refreshSeconds, refreshTo }: Page): string =>
  refreshTo === undefined ? `${refreshSeconds}` : `${refreshSeconds};url=${refreshTo}`

const policyOf = (style: string, pictures: readonly (string | null)[]): string =>
  [
    "default-src 'none'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src 'self' data: ${originsOf(pictures).join(' ')}`.trimEnd(),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
