import type { PageLink, PublicPageProfile } from '#publishing'
import { stylesPath } from '../error-page.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { readerScript } from '../reader-script.ts'
import { basicStylesheet, ownStylesheet } from '../stylesheet.ts'
import { standardTheme } from '../theme.ts'
import type { Theme } from '../theme.ts'
import { webAddress } from '../web-address.ts'
import { iconShapes } from './icons.ts'
import { addressOf, pathTo } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import { languages } from './texts/languages.ts'
import type { PageTexts } from './texts/page-texts.ts'
import { moment } from './times.ts'

export const statusStylesheet = ownStylesheet('status')
export const statusStylesheets = [basicStylesheet, statusStylesheet]
const stylesheets = statusStylesheets.map(({ fileName }) => `${stylesPath}/${fileName}`)

/** The context of every page of a status page. */
export interface Framed {
  readonly profile: PublicPageProfile
  readonly urls: PageUrls
  readonly texts: PageTexts
  /** Whether readers can subscribe by mail. */
  readonly canSubscribe: boolean
  /** Of a copy in files; absent: the page comes from the service. */
  readonly copy?: { readonly at: Date; readonly original: PageUrls }
}

/** A page of a status page: its theme, its header with the navigation, its footer. */
export function framedPage(framed: Framed, text: { readonly title: string }, content: Html): Page {
  const { profile, urls, texts, copy } = framed
  const { noDowntime, noData, notMonitored } = texts.days
  return {
    title: text.title,
    language: texts.language,
    description: profile.description,
    theme: themeOf(profile),
    stylesheets,
    script: readerScript,
    favicon: profile.favicon,
    pictures: [profile.logo, profile.logoDark],
    isUnlisted: !profile.isListed,
    ...(profile.isPrivate ? {} : { feeds: feedsOf(profile, urls) }),
    body: html`${iconShapes}<a class="skip" href="#content">${texts.skip}</a>
      <header class="top"><div class="width">${brand(framed)}${navigation(framed)}</div></header>
      <main
        id="content"
        class="width"
        data-operational="${noDowntime}"
        data-before="${noData}"
        data-gap="${notMonitored}"
      >
        ${copy && html`<p class="copy">${texts.snapshot} ${moment(copy.at, texts)}<span data-age="${copy.at.toISOString()}"></span>.</p>`}${content}
      </main>
      <footer class="bottom"><div class="width">${footer(framed)}</div></footer>`,
  }
}

/** A page with the colours of a status page, or the default ones, that reveals nothing of it, not even its name. */
export const closedPage = (
  profile: PublicPageProfile | null,
  { language }: PageTexts,
  title: string,
  content: Html,
): Page => ({
  title,
  language,
  theme: profile === null ? standardTheme : themeOf(profile),
  stylesheets,
  isUnlisted: true,
  body: html`<main class="notice card">${content}</main>`,
})

/** Everything is on one ground, unless the owner of the page gave colours. */
function themeOf({ defaultTheme, themeColors }: PublicPageProfile): Theme {
  const [light, dark] = ['#ffffff', '#14171d']
  return {
    mode: defaultTheme,
    colors: {
      light: { ...groundOf(light), ...themeColors?.light },
      dark: { ...groundOf(dark), ...themeColors?.dark },
    },
  }
}

const groundOf = (color: string) => ({
  bodyBackgroundColor: color,
  headerBackgroundColor: color,
  cardBackgroundColor: color,
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

function navigation({ urls, profile, texts, canSubscribe, copy }: Framed): Html {
  const subscribe = copy === undefined && (canSubscribe || !profile.isPrivate)
  return html`<nav aria-label="${texts.pages}">
    <a href="${urls.home}">${texts.status}</a><a href="${pathTo(urls, 'history')}">${texts.history}</a>${
      subscribe && html`<a class="button" href="${pathTo(urls, 'subscribe')}">${texts.getUpdates}</a>`
    }
  </nav>`
}

function footer(framed: Framed): Html {
  const { profile, texts } = framed
  return html`<p>${texts.footer.zone} <span data-zone>UTC</span>. ${texts.footer.uptime}</p>
    ${profile.footer.text !== null && html`<p class="own-text">${profile.footer.text}</p>`}
    ${profile.footer.links.length > 0 && html`<p class="links">${profile.footer.links.map((link) => ownLink(link, texts))}</p>`}
    ${languageLinks(framed)}`
}

/** Links to documents for programs. A calendar program asks for the whole address. */
export const feedLinks = ({ urls, texts }: Framed): Html =>
  html`<a href="${urls.base}/feed.rss">RSS</a><a href="${urls.base}/feed.atom">Atom</a
    ><a href="${urls.base}/history.ics" title="${texts.subscribe.calendar}">iCal</a><a href="${urls.json}">JSON</a>`

/** The page in the other languages. Copies in files are in one language. */
function languageLinks({ urls, texts, copy }: Framed): Html | null {
  if (copy !== undefined) return null
  const home = urls.base === '' ? '/' : urls.base
  return html`<nav class="links" aria-label="${texts.footer.language}">
    ${languages
      .filter(({ language }) => language !== texts.language)
      .map(
        ({ language, languageName }) =>
          html`<a href="${home}?lang=${language}" lang="${language}" hreflang="${language}">${languageName}</a>`,
      )}
  </nav>`
}

/** A link that the owner of the page gave; null for what is no address of the web or of mail. */
function ownLink({ name, url }: PageLink, texts: PageTexts): Html | null {
  const address = /^mailto:/i.test(url) ? url : webAddress(url)
  return address === null ? null : html`<a href="${address}" rel="noopener noreferrer">${texts.links[name] ?? name}</a>`
}

/** The feed that chat programs are told to follow. */
export const slackCommand = ({ urls }: Framed): string => `/feed subscribe ${addressOf(urls, 'slack.rss')}`

/** Where the page is, also for readers of a copy: without the language that a reader chose. */
export const originalUrls = ({ urls, copy }: Framed): PageUrls => copy?.original ?? { ...urls, ending: '' }
