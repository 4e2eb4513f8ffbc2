import { createHash } from 'node:crypto'
import type { PageTexts } from '#page-texts'
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
  /** Runs in the page; a trusted text. */
  readonly script?: string
  /** Whether the script registers a service worker of the same host. */
  readonly hasWorker?: boolean
  /** English when absent. */
  readonly language?: Pick<PageTexts, 'language' | 'direction'>
  /** Not for search engines. */
  readonly isUnlisted?: boolean
  readonly canonical?: string
  /** The address of the picture of links to it, 1200 pixels wide and 630 high. */
  readonly sharePicture?: string
  /** Sites that may show it in a frame. */
  readonly frameAncestors?: readonly string[]
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

const english = { language: 'en', direction: 'ltr' } as const

/**
 * A complete HTML document. It runs no script but its own, loads nothing it does not name and is framed only by sites
 * that it names. Paths of this service begin with `prefix`. A file, which has no headers, says itself what it may do.
 */
export function writePage(page: Page, prefix = '', isFile = false): WrittenPage {
  const { language, direction } = page.language ?? english
  const style = themeStyle(page.theme)
  const favicon = iconAddress(page.favicon ?? null)
  const policy = policyOf(page, style)
  const text = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        ${isFile && html`<meta http-equiv="Content-Security-Policy" content="${withoutFrames(policy)}" />`}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        ${aboutPage(page)}
        <link rel="icon" href="${favicon ?? 'data:,'}" />
        ${page.feeds?.map(({ type, title, href }) => html`<link rel="alternate" type="${type}" title="${title}" href="${href}" />`)}
        ${page.stylesheets.map((href) => html`<link rel="stylesheet" href="${prefix}${href}" />`)}
        ${styleElement(style)}
      </head>
      <body ${page.script !== undefined && html` data-refresh="${page.refreshSeconds ?? 0}"`}>
        ${page.body}${scriptElement(page)}
      </body>
    </html> `
  return { text: text.toString(), policy }
}

/** At the web, or a path of this service. */
const iconAddress = (address: string | null): string | null =>
  address !== null && /^[./]/.test(address) ? address : webAddress(address)

const aboutPage = (page: Page): Html =>
  html`${page.description && html`<meta name="description" content="${page.description}" />`} ${refreshElement(page)}
  ${page.canonical !== undefined && sharingOf(page, page.canonical)}
  ${page.isUnlisted && html`<meta name="robots" content="noindex, nofollow" />`}
  ${page.canonical !== undefined && html`<link rel="canonical" href="${page.canonical}" />`}`

/** The preview of a link in chat programs (Open Graph). */
const sharingOf = ({ title, description, sharePicture }: Page, url: string): Html =>
  html`<meta property="og:title" content="${title}" /><meta property="og:type" content="website" /><meta
      property="og:url"
      content="${url}"
    />${description && html`<meta property="og:description" content="${description}" />`}${
      sharePicture !== undefined &&
      html`<meta property="og:image" content="${sharePicture}" /><meta property="og:image:width" content="1200" /><meta
          property="og:image:height"
          content="630"
        /><meta property="og:image:alt" content="${title}" /><meta name="twitter:card" content="summary_large_image" />`
    }`

const scriptElement = ({ script }: Page): Html | null =>
  script === undefined ? null : rawHtml(`<script>${script}</script>`)

/** The hash in the policy is that of the exact text between the tags. */
const styleElement = (style: string): Html => rawHtml(`<style>${style}</style>`)

/** A script reloads a page where it can: only while nobody reads it (WCAG 2.2.1). */
function refreshElement(page: Page): Html | null {
  if (page.refreshSeconds === undefined) return null
  const element = html`<meta http-equiv="refresh" content="${refreshOf(page)}" />`
  return page.script === undefined ? element : html`<noscript>${element}</noscript>`
}

const refreshOf = ({ refreshSeconds, refreshTo }: Page): string =>
  refreshTo === undefined ? `${refreshSeconds}` : `${refreshSeconds};url=${refreshTo}`

const policyOf = (page: Page, style: string): string => {
  const { script, hasWorker = false, favicon = null, pictures = [], frameAncestors = [] } = page
  return [
    "default-src 'none'",
    `style-src 'self' ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(hasWorker ? ["worker-src 'self'"] : []),
    `img-src 'self' data: ${originsOf([favicon, ...pictures]).join(' ')}`.trimEnd(),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; ')
}

/** Only a header can forbid frames. */
const withoutFrames = (policy: string): string => policy.replace(/; frame-ancestors [^;]*/, '')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
