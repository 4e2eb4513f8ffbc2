import type { PageLink, PublicPageProfile } from '#publishing'
import { stylesPath } from '../error-page.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { basicStylesheet, ownStylesheet } from '../stylesheet.ts'
import { standardTheme } from '../theme.ts'
import { webAddress } from '../web-address.ts'
import type { PageUrls } from './page-urls.ts'

export const statusStylesheet = ownStylesheet('status')
const stylesheets = [basicStylesheet, statusStylesheet].map(({ fileName }) => `${stylesPath}/${fileName}`)

/** The context of every page of a status page. */
export interface Framed {
  readonly profile: PublicPageProfile
  readonly urls: PageUrls
  /** Whether readers can subscribe by mail. */
  readonly canSubscribe: boolean
}

/** A page of a status page: its theme, its header with the navigation, its footer. */
export function framedPage(framed: Framed, text: { readonly title: string }, content: Html): Page {
  const { profile, urls } = framed
  return {
    title: text.title,
    description: profile.description,
    theme: { mode: profile.defaultTheme, colors: profile.themeColors },
    stylesheets,
    favicon: profile.favicon,
    pictures: [profile.logo, profile.logoDark],
    isUnlisted: !profile.isListed,
    ...(profile.isPrivate ? {} : { feeds: feedsOf(profile, urls) }),
    body: html`<a class="skip" href="#content">Skip to content</a>
      <header class="top"><div class="width">${brand(framed)}${navigation(framed)}</div></header>
      <main id="content" class="width">${content}</main>
      <footer class="bottom"><div class="width">${footer(framed)}</div></footer>`,
  }
}

/** A page with the colours of a status page, or the default ones, that reveals nothing of it, not even its name. */
export const closedPage = (profile: PublicPageProfile | null, title: string, content: Html): Page => ({
  title,
  theme: profile === null ? standardTheme : { mode: profile.defaultTheme, colors: profile.themeColors },
  stylesheets,
  isUnlisted: true,
  body: html`<main class="notice card">${content}</main>`,
})

const feedsOf = ({ name }: PublicPageProfile, { base }: PageUrls) => [
  { type: 'application/rss+xml' as const, title: `${name} (RSS)`, href: `${base}/feed.rss` },
  { type: 'application/atom+xml' as const, title: `${name} (Atom)`, href: `${base}/feed.atom` },
]

function brand({ profile, urls }: Framed): Html {
  const inside = logo(profile) ?? html`<span class="brand-name">${profile.name}</span>`
  return html`<a class="brand" href="${webAddress(profile.redirectTo) ?? urls.home}" rel="noopener noreferrer"
    >${inside}</a
  >`
}

/** The dark logo replaces the other in dark mode; either is used for both when the other is missing. */
function logo({ name, logo: light, logoDark: dark, defaultTheme }: PublicPageProfile): Html | null {
  const defaultLogo = webAddress(light) ?? webAddress(dark)
  const inTheDark = webAddress(dark) ?? defaultLogo
  if (defaultLogo === null || inTheDark === null) return null
  if (defaultTheme !== 'AUTO' || defaultLogo === inTheDark)
    return picture(defaultTheme === 'DARK' ? inTheDark : defaultLogo, name)
  const source = inTheDark.replaceAll(',', '%2C')
  return html`<picture
    ><source media="(prefers-color-scheme: dark)" srcset="${source}" />
    ${picture(defaultLogo, name)}</picture
  >`
}

const picture = (address: string, name: string): Html =>
  html`<img class="logo" src="${address}" alt="${name}" height="36" referrerpolicy="no-referrer" />`

function navigation({ urls, profile, canSubscribe }: Framed): Html {
  const subscribe = canSubscribe || !profile.isPrivate
  return html`<nav aria-label="Pages">
    <a href="${urls.home}">Status</a><a href="${urls.base}/history">History</a>${
      subscribe && html`<a class="button" href="${urls.base}/subscribe">Get updates</a>`
    }
  </nav>`
}

function footer({ profile, urls }: Framed): Html {
  const feeds = html`<a href="${urls.base}/feed.rss">RSS</a><a href="${urls.base}/feed.atom">Atom</a>`
  return html`<p>
      All times are in UTC. Uptime is the share of the last 90 days without incidents; planned maintenance does not
      count against it.
    </p>
    ${profile.footer.text !== null && html`<p class="own-text">${profile.footer.text}</p>`}
    <p class="links">
      ${!profile.isPrivate && feeds}<a href="${urls.json}">JSON</a>${profile.footer.links.map(ownLink)}
    </p>`
}

/** A link that the owner of the page gave; null for what is no address of the web or of mail. */
function ownLink({ name, url }: PageLink): Html | null {
  const address = /^mailto:/i.test(url) ? url : webAddress(url)
  return address === null ? null : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`
}
