import type { PublicPageLook } from '#publishing'
import { stylesPath } from '../error-page.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { basicStylesheet, ownStylesheet } from '../stylesheet.ts'
import { usualTheme } from '../theme.ts'
import { webAddress } from '../web-address.ts'
import type { PagePlace } from './place.ts'

export const statusStylesheet = ownStylesheet('status')
const stylesheets = [basicStylesheet, statusStylesheet].map(({ fileName }) => `${stylesPath}/${fileName}`)

/** The context of every page of a status page. */
export interface Framed {
  readonly look: PublicPageLook
  readonly place: PagePlace
  /** Whether readers can subscribe by mail. */
  readonly canSubscribe: boolean
}

/** A page of a status page: its theme, its header with the navigation, its footer. */
export function framedPage(framed: Framed, words: { readonly title: string }, content: Html): Page {
  const { look, place } = framed
  return {
    title: words.title,
    description: look.description,
    theme: { mode: look.defaultTheme, colors: look.themeColors },
    stylesheets,
    favicon: look.favicon,
    pictures: [look.logo, look.logoDark],
    isUnlisted: look.isPrivate,
    ...(look.isPrivate ? {} : { feeds: feedsOf(look, place) }),
    body: html`<a class="skip" href="#content">Skip to content</a>
      <header class="top"><div class="width">${brand(framed)}${navigation(framed)}</div></header>
      <main id="content" class="width">${content}</main>
      <footer class="bottom"><div class="width">${footer(framed)}</div></footer>`,
  }
}

/** A page with the colours of a status page, or the default ones, that reveals nothing of it, not even its name. */
export const closedPage = (look: PublicPageLook | null, title: string, content: Html): Page => ({
  title,
  theme: look === null ? usualTheme : { mode: look.defaultTheme, colors: look.themeColors },
  stylesheets,
  isUnlisted: true,
  body: html`<main class="notice card">${content}</main>`,
})

const feedsOf = ({ name }: PublicPageLook, { base }: PagePlace) => [
  { type: 'application/rss+xml' as const, title: `${name} (RSS)`, href: `${base}/feed.rss` },
  { type: 'application/atom+xml' as const, title: `${name} (Atom)`, href: `${base}/feed.atom` },
]

function brand({ look, place }: Framed): Html {
  const inside = logo(look) ?? html`<span class="brand-name">${look.name}</span>`
  return html`<a class="brand" href="${webAddress(look.redirectTo) ?? place.home}" rel="noopener noreferrer"
    >${inside}</a
  >`
}

/** The dark logo replaces the other in dark mode; either is used for both when the other is missing. */
function logo({ name, logo: light, logoDark: dark, defaultTheme }: PublicPageLook): Html | null {
  const usual = webAddress(light) ?? webAddress(dark)
  const inTheDark = webAddress(dark) ?? usual
  if (usual === null || inTheDark === null) return null
  if (defaultTheme !== 'AUTO' || usual === inTheDark) return picture(defaultTheme === 'DARK' ? inTheDark : usual, name)
  const source = inTheDark.replaceAll(',', '%2C')
  return html`<picture
    ><source media="(prefers-color-scheme: dark)" srcset="${source}" />
    ${picture(usual, name)}</picture
  >`
}

const picture = (address: string, name: string): Html =>
  html`<img class="logo" src="${address}" alt="${name}" height="36" referrerpolicy="no-referrer" />`

function navigation({ place, look, canSubscribe }: Framed): Html {
  const subscribe = canSubscribe || !look.isPrivate
  return html`<nav aria-label="Pages">
    <a href="${place.home}">Status</a><a href="${place.base}/history">History</a>${
      subscribe && html`<a class="button" href="${place.base}/subscribe">Get updates</a>`
    }
  </nav>`
}

function footer({ look, place }: Framed): Html {
  const feeds = html`<a href="${place.base}/feed.rss">RSS</a><a href="${place.base}/feed.atom">Atom</a>`
  return html`<p>
      All times are in UTC. Uptime is the share of the last 90 days without incidents; planned maintenance does not
      count against it.
    </p>
    <p class="links">${!look.isPrivate && feeds}<a href="${place.json}">JSON</a></p>`
}
