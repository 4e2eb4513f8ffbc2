import { analyticsTypes } from '#contract'
import type { PageDisplayBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalyticsChecks } from '#storage/analytics'
import {
  findAnyPage,
  findPageDisplay,
  holdPages,
  listComponents,
  listPageServices,
  writePageDisplay,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { PageDisplaySettings, StoredChart } from '#storage/status-pages'
import { originOf } from './embed-origin.ts'

export interface PageDisplayView extends PageDisplaySettings {
  readonly statusPageId: string
  readonly updatedAt: Date | null
}

const defaults: PageDisplaySettings = { embedOrigins: [], languages: [], charts: [] }

interface Place {
  readonly accountId: string
  readonly statusPageId: string
}

/** Charts of parts and checks that exist no more are left out. Throws STATUS_PAGE_NOT_FOUND. */
export async function getPageDisplay(
  { db }: Store,
  { accountId }: Caller,
  statusPageId: string,
): Promise<PageDisplayView> {
  const page = await findAnyPage(db, accountId, statusPageId)
  if (page === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  const row = await findPageDisplay(db, accountId, statusPageId)
  const settings = { ...defaults, ...row?.settings }
  const problems = await problemsOf(db, { accountId, statusPageId }, settings.charts)
  const charts = settings.charts.filter((_chart, index) => problems[index] === null)
  return { ...settings, charts, statusPageId, updatedAt: row?.updatedAt ?? null }
}

export interface DisplayChange {
  readonly statusPageId: string
  readonly body: PageDisplayBody
  /** The languages of the installation, by their codes. */
  readonly offered: readonly string[]
}

/** Changes what a body names; null resets it. Throws STATUS_PAGE_NOT_FOUND and PAGE_DISPLAY_INVALID. */
export function updatePageDisplay(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, body, offered }: DisplayChange,
): Promise<PageDisplayView> {
  return store.db.transaction(async (tx) => {
    if (!(await holdPages(tx, accountId, [statusPageId])).has(statusPageId)) throw new Fault('STATUS_PAGE_NOT_FOUND')
    const before = { ...defaults, ...(await findPageDisplay(tx, accountId, statusPageId))?.settings }
    const place = { accountId, statusPageId }
    const settings: PageDisplaySettings = {
      embedOrigins: given(body.embedOrigins, before.embedOrigins, originsOf),
      languages: given(body.languages, before.languages, (languages) =>
        assertOffered(languages, [...offered, ...before.languages]),
      ),
      charts: body.charts === undefined ? before.charts : await chartsOf(tx, place, body.charts ?? []),
    }
    const updatedAt = new Date(nowMs)
    await writePageDisplay(tx, { ...place, settings, updatedAt })
    return { ...settings, statusPageId, updatedAt }
  })
}

/** Absent: as before; null: none. */
function given<T>(
  value: readonly T[] | null | undefined,
  before: readonly T[],
  of: (value: readonly T[]) => readonly T[],
): readonly T[] {
  return value === undefined ? before : of(value ?? [])
}

function assertOffered(languages: readonly string[], offered: readonly string[]): string[] {
  for (const [index, language] of languages.entries())
    if (!offered.includes(language))
      throw invalidDisplay(`languages[${index}]`, `This installation has the languages ${offered.join(', ')}.`)
  return [...new Set(languages)]
}

const originsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.map((text, index) => {
      const origin = originOf(text)
      if (origin === null) throw invalidDisplay(`embedOrigins[${index}]`, 'This is not the origin of a site.')
      return origin
    }),
  ),
]

async function chartsOf(tx: Queryable, place: Place, texts: readonly StoredChart[]): Promise<StoredChart[]> {
  const charts = texts.map((chart) => ({
    componentId: chart.componentId.toLowerCase(),
    checkId: chart.checkId.toLowerCase(),
  }))
  const problems = await problemsOf(tx, place, charts)
  for (const [index, found] of problems.entries())
    if (found !== null) throw invalidDisplay(`charts[${index}].${found.field}`, found.problem)
  return charts
}

interface ChartProblem {
  readonly field: keyof StoredChart
  readonly problem: string
}

/** The problem of each chart; null for those that can be shown. */
async function problemsOf(
  db: Queryable,
  place: Place,
  charts: readonly StoredChart[],
): Promise<(ChartProblem | null)[]> {
  if (charts.length === 0) return []
  const parts = await partsOf(db, place)
  const checks = await findAnalyticsChecks(
    db,
    place.accountId,
    charts.map(({ checkId }) => checkId),
  )
  const types = new Map(checks.map(({ id, checkType }) => [id, checkType]))
  return charts.map(({ componentId, checkId }, index) => {
    const type = types.get(checkId)
    if (!parts.has(componentId))
      return { field: 'componentId', problem: 'The page has no component or service with this id.' }
    if (charts.findIndex((chart) => chart.componentId === componentId) !== index)
      return { field: 'componentId', problem: 'It has a chart already. Leave one of them out.' }
    if (type === undefined) return { field: 'checkId', problem: 'No check with this id exists in this account.' }
    if (analyticsTypes[type].main === null)
      return { field: 'checkId', problem: 'A check of this type has no response times. Choose another.' }
    return null
  })
}

const partsOf = async (db: Queryable, place: Place): Promise<ReadonlySet<string>> => {
  const components = await listComponents(db, place)
  const services = await listPageServices(db, place.accountId, place.statusPageId)
  return new Set([
    ...components.flatMap(({ id, type }) => (type === 'SERVICE' ? id : [])),
    ...services.flatMap(({ serviceId }) => serviceId ?? []),
  ])
}

const invalidDisplay = (path: string, problem: string): Fault =>
  new Fault('PAGE_DISPLAY_INVALID', { values: { path, problem }, attributes: { [path]: problem } })
