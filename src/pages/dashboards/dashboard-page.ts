import type { DashboardSettings } from '#contract'
import type { PublishedDashboard } from '#publishing'
import { stylesPath } from '../error-page.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { basicStylesheet, ownStylesheet } from '../stylesheet.ts'
import { standardTheme } from '../theme.ts'
import { webAddress } from '../web-address.ts'
import { checkRow } from './check-row.ts'
import type { DashboardDocument } from './dashboard-document.ts'
import { incidentList } from './incident-list.ts'
import { timeText } from './labels.ts'

export const dashboardStylesheet = ownStylesheet('dashboard')

export const dashboardStylesheets = [basicStylesheet, dashboardStylesheet].map(
  ({ fileName }) => `${stylesPath}/${fileName}`,
)

/** The URLs of a dashboard: the page, its JSON, and its custom style sheet when there is one. */
export interface DashboardUrls {
  readonly home: string
  readonly json: string
  readonly customStylesheet: string | null
}

/** The page of a dashboard, which reloads itself or turns to the next page of checks. */
export function dashboardPage(
  { settings, isPrivate }: PublishedDashboard,
  document: DashboardDocument,
  urls: DashboardUrls,
): Page {
  const turns = settings.paginate && document.pages > 1
  return {
    title: settings.header || 'Dashboard',
    description: settings.description,
    theme: standardTheme,
    stylesheets: [...dashboardStylesheets, ...(urls.customStylesheet === null ? [] : [urls.customStylesheet])],
    favicon: settings.favicon,
    pictures: [settings.logo],
    refreshSeconds: turns ? settings.paginationRate : settings.refreshRate,
    ...(turns && { refreshTo: pagePath(urls.home, (document.page % document.pages) + 1) }),
    isUnlisted: isPrivate,
    body: html`<a class="skip" href="#checks">Skip to the checks</a>
      ${settings.showHeader ? pageHeader(settings) : html`<h1 class="unseen">${settings.header || 'Dashboard'}</h1>`}
      <main class="${widthOf(settings)}">
        ${summary(document)} ${incidentList(document.incidents)}
        ${
          document.checkCount === 0
            ? nothing(settings)
            : html`<ul class="${listClassOf(settings, document)}" id="checks" aria-label="Checks">
                ${document.checks.map((check) => checkRow(check, { isOpen: settings.expandChecks, at: document.updatedAt }))}
              </ul>`
        }
        ${pageLinks(urls.home, document)}
      </main>
      ${footer(urls.json, document, turns ? settings.paginationRate : settings.refreshRate)}`,
  }
}

/** More than fit below one another on a wall. */
const manyTroubles = 5

/** On a wall, failing and degraded checks are large where they come first; the others are small. */
function listClassOf({ sortByStatus, expandChecks }: DashboardSettings, { checks }: DashboardDocument): string {
  if (!sortByStatus || expandChecks) return 'checks'
  const isMany = checks.filter(({ status }) => status === 'failing' || status === 'degraded').length > manyTroubles
  return isMany ? 'checks worst-first many' : 'checks worst-first'
}

const pagePath = (path: string, page: number): string => `${path}?page=${page}`
const widthOf = ({ width }: DashboardSettings): string => (width === 'FULL' ? 'width full-width' : 'width')

function pageHeader(settings: DashboardSettings): Html {
  const logo = webAddress(settings.logo)
  const link = webAddress(settings.link)
  const label = html`${logo !== null && html`<img class="logo" src="${logo}" alt="" height="40" />`}
    <span>${settings.header || 'Dashboard'}</span>`
  return html`<header class="dashboard-header">
    <div class="${widthOf(settings)}">
      <h1>${link === null ? label : html`<a href="${link}" rel="noreferrer">${label}</a>`}</h1>
      ${settings.description && html`<p class="muted">${settings.description}</p>`}
    </div>
  </header>`
}

function summary({ statusCounts, checkCount, notRunning, updatedAt, page, pages }: DashboardDocument): Html | null {
  if (checkCount === 0) return null
  const { failing, degraded, passing, unknown, inactive } = statusCounts
  const calm = passing > 0 && notRunning === 0 ? 'passing' : 'unknown'
  const state = failing > 0 ? 'failing' : degraded > 0 ? 'degraded' : calm
  const parts = [
    [failing, 'failing'],
    [degraded, 'degraded'],
    [passing, 'passing'],
    [notRunning, 'not running'],
    [unknown - notRunning, 'without a result'],
    [inactive, 'paused'],
  ] as const
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return html`<p class="summary card ${state}">
    <span class="dot" aria-hidden="true"></span><strong>${headlineOf(state, statusCounts, notRunning)}</strong>
    <span class="muted">${counts.join(' · ')}</span>
    <span class="moment muted"
      ><time datetime="${updatedAt}">${updatedAt.slice(11, 16)} UTC</time>${
        pages > 1 && html` · page ${page} of ${pages}`
      }</span
    >
  </p>`
}

function headlineOf(
  state: 'failing' | 'degraded' | 'passing' | 'unknown',
  { failing, degraded }: DashboardDocument['statusCounts'],
  notRunning: number,
): string {
  if (state === 'failing') return failing === 1 ? 'One check is failing' : `${failing} checks are failing`
  if (state === 'degraded') return degraded === 1 ? 'One check is degraded' : `${degraded} checks are degraded`
  if (notRunning > 0) return notRunning === 1 ? 'One check is not running' : `${notRunning} checks are not running`
  return state === 'passing' ? 'All checks are passing' : 'No results yet'
}

const nothing = ({ tags }: DashboardSettings): Html =>
  html`<div class="nothing card" id="checks">
    <h2>No checks</h2>
    <p class="muted">${tags.length === 0 ? 'No checks yet.' : 'No checks match the tags of this dashboard.'}</p>
  </div>`

function pageLinks(path: string, { page, pages }: DashboardDocument): Html | null {
  if (pages <= 1) return null
  const linkTo = (to: number, label: string, rel: string): Html =>
    to < 1 || to > pages
      ? html`<span class="muted" aria-hidden="true">${label}</span>`
      : html`<a href="${pagePath(path, to)}" rel="${rel}">${label}</a>`
  return html`<nav class="pages" aria-label="Pages of checks">
    ${linkTo(page - 1, 'Previous', 'prev')}
    <span>Page ${page} of ${pages}</span>
    ${linkTo(page + 1, 'Next', 'next')}
  </nav>`
}

const footer = (json: string, { updatedAt, page }: DashboardDocument, seconds: number): Html =>
  html`<footer class="width full-width muted">
    As of <time datetime="${updatedAt}">${timeText(updatedAt)}</time>, refreshes every ${minutesText(seconds)}. Also
    available as <a href="${json}?page=${page}">JSON</a>.
  </footer>`

const minutesText = (seconds: number): string =>
  seconds < 60 ? `${seconds} seconds` : seconds === 60 ? 'minute' : `${seconds / 60} minutes`
