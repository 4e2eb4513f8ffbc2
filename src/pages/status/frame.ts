import { createHash } from 'node:crypto'
import type { PageLanguages, PageTexts } from '#page-texts'
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
import { iconShapes, stateClass } from './icons.ts'
import { troublesOf } from './labels.ts'
import { addressOf, pathTo, pictureAddress } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import type { Charts } from './response-charts.ts'
import { moment } from './times.ts'

export const statusStylesheet = ownStylesheet('status')
export const statusStylesheets = [basicStylesheet, statusStylesheet]
const stylesheets = statusStylesheets.map(({ fileName }) => `${stylesPath}/${fileName}`)

/** The context of every page of a status page. */
export interface Framed {
  readonly profile: PublicPageProfile
  readonly urls: PageUrls
  readonly texts: PageTexts
  /** The languages of the page. */
  readonly spoken: PageLanguages
  /** Whether readers can subscribe by mail. */
  readonly canSubscribe: boolean
  /** Whether they can in another way; absent: not. */
  readonly canSubscribeOtherwise?: boolean
  /** Absent: none. */
  readonly charts?: Charts
  /** Of a copy in files; absent: the page comes from the service. */
  readonly copy?: { readonly at: Date; readonly original: PageUrls }
}

interface FramedText {
  readonly title: string
  /** The document, such as `history/2026-03`; empty for the page itself. */
  readonly path: string
}

/** A page of a status page: its theme, its header with the navigation, its footer. */
export function framedPage(framed: Framed, { title, path }: FramedText, content: Html): Page {
  const { profile, urls, texts, copy } = framed
  return {
    title,
    language: texts,
    description: profile.description,
    theme: themeOf(profile),
    stylesheets,
    script: readerScript,
    favicon: pictureAddress(profile.favicon, urls),
    pictures: [pictureAddress(profile.logo, urls), pictureAddress(profile.logoDark, urls)],
    frameAncestors: profile.embedOrigins,
    isUnlisted: !profile.isListed,
    ...(profile.isPrivate ? {} : { feeds: feedsOf(profile, urls) }),
    body: html`${iconShapes}<a class="skip" href="#content">${texts.skip}</a>
      <header class="top"><div class="width">${brand(framed)}${navigation(framed)}</div></header>
      <main id="content" class="width" ${looksOfDays(profile, texts)}>
        ${copy && html`<p class="copy">${texts.snapshot} ${moment(copy.at, texts)}<span data-age="${copy.at.toISOString()}"></span>.</p>`}${content}
      </main>
      <footer class="bottom"><div class="width">${footer(framed, path)}</div></footer>`,
  }
}

/** How a day was, by the look that its part of a strip has, for days that are no links. */
function looksOfDays(profile: PublicPageProfile, { days, states }: PageTexts): Html {
  const looks = [
    ['operational', days.noDowntime],
    ['before', days.noData],
    ['gap', days.notMonitored],
    ['maintenance', days.maintenance],
    ...troublesOf(profile).map((state) => [stateClass(state), states[state]]),
  ]
  return html`${looks.map(([look, text]) => html` data-${look}="${text}"`)}`
}

/** A page with the colours of a status page, or the default ones, that reveals nothing of it, not even its name. */
export const closedPage = (
  profile: PublicPageProfile | null,
  texts: PageTexts,
  title: string,
  content: Html,
): Page => ({
  title,
  language: texts,
  theme: profile === null ? standardTheme : themeOf(profile),
  stylesheets,
  isUnlisted: true,
  body: html`<main class="notice card">${content}</main>`,
})

/** Everything is on one ground, unless the owner of the page gave colours. */
export function themeOf({ defaultTheme, themeColors }: PublicPageProfile): Theme {
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
  const inside = logo(profile, urls) ?? html`<span class="brand-name">${profile.name}</span>`
  return html`<a class="brand" href="${webAddress(profile.redirectTo) ?? urls.home}" rel="noopener noreferrer"
    >${inside}</a
  >`
}

/** The dark logo replaces the other in dark mode; either is used for both when the other is missing. */
function logo({ name, logo: light, logoDark: dark, defaultTheme }: PublicPageProfile, urls: PageUrls): Html | null {
  const defaultLogo = pictureAddress(light, urls) ?? pictureAddress(dark, urls)
  const inTheDark = pictureAddress(dark, urls) ?? defaultLogo
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

function navigation({ urls, profile, texts, canSubscribe, canSubscribeOtherwise, copy }: Framed): Html {
  const subscribe = copy === undefined && (canSubscribe || canSubscribeOtherwise || !profile.isPrivate)
  return html`<nav aria-label="${texts.pages}">
    <a href="${urls.home}">${texts.status}</a><a href="${pathTo(urls, 'history')}">${texts.history}</a>${
      subscribe && html`<a class="button" href="${pathTo(urls, 'subscribe')}">${texts.getUpdates}</a>`
    }
  </nav>`
}

function footer(framed: Framed, path: string): Html {
  const { profile, texts } = framed
  return html`<p>${texts.footer.zone} <span data-zone>UTC</span>. ${texts.footer.uptime}</p>
    ${profile.footer.text !== null && html`<p class="own-text">${profile.footer.text}</p>`}
    ${profile.footer.links.length > 0 && html`<p class="links">${profile.footer.links.map((link) => ownLink(link, texts))}</p>`}
    ${languageLinks(framed, path)}`
}

/** Links to documents for programs. A calendar program asks for the whole address. */
export const feedLinks = ({ urls, texts }: Framed): Html =>
  html`<a href="${urls.base}/feed.rss">RSS</a><a href="${urls.base}/feed.atom">Atom</a
    ><a href="${urls.base}/history.ics" title="${texts.subscribe.calendar}">iCal</a><a href="${urls.json}">JSON</a>`

/** The same document in the other languages. Copies in files are in one language. */
function languageLinks({ spoken, urls, texts, copy }: Framed, path: string): Html | null {
  const others = spoken.filter(({ language }) => language !== texts.language)
  if (copy !== undefined || others.length === 0) return null
  const here = path === '' ? urls.base || '/' : `${urls.base}/${path}`
  return html`<nav class="links" aria-label="${texts.footer.language}">
    ${others.map(
      ({ language, languageName }) =>
        html`<a href="${here}?lang=${language}" lang="${language}" hreflang="${language}">${languageName}</a>`,
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

/** The picture of links to a public page: its address changes with what is said, because chat programs keep pictures. */
export function sharePictureOf(framed: Framed, said: string): Pick<Page, 'sharePicture'> {
  const { profile, texts } = framed
  if (profile.isPrivate) return {}
  const version = createHash('sha256').update(said).digest('hex').slice(0, 8)
  return { sharePicture: `${addressOf(originalUrls(framed), 'og.png')}?lang=${texts.language}&v=${version}` }
}
