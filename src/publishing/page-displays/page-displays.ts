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
import type { Queryable, Store, Transaction } from '#storage/database'
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

/** Throws STATUS_PAGE_NOT_FOUND. */
export async function getPageDisplay(
  { db }: Store,
  { accountId }: Caller,
  statusPageId: string,
): Promise<PageDisplayView> {
  const page = await findAnyPage(db, accountId, statusPageId)
  if (page === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return readPageDisplay(db, { accountId, statusPageId })
}

/** How a page is displayed; charts of parts and checks that exist no more are left out. */
export async function readPageDisplay(db: Queryable, place: Place): Promise<PageDisplayView> {
  const row = await findPageDisplay(db, place.accountId, place.statusPageId)
  const settings = { ...defaults, ...row?.settings }
  const problems = await problemsOf(db, place, settings.charts)
  const charts = settings.charts.filter((_chart, index) => problems[index] === null)
  return { ...settings, charts, statusPageId: place.statusPageId, updatedAt: row?.updatedAt ?? null }
}

interface GivenDisplay {
  readonly body: PageDisplayBody
  /** The languages of the installation, by their codes. */
  readonly offered: readonly string[]
}

/** Changes what a body names; null resets it. Throws STATUS_PAGE_NOT_FOUND and PAGE_DISPLAY_INVALID. */
export function updatePageDisplay(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, body, offered }: GivenDisplay & { readonly statusPageId: string },
): Promise<PageDisplayView> {
  return store.db.transaction(async (tx) => {
    if (!(await holdPages(tx, accountId, [statusPageId])).has(statusPageId)) throw new Fault('STATUS_PAGE_NOT_FOUND')
    const place = { accountId, statusPageId }
    await changePageDisplay(tx, place, { body, offered, nowMs })
    return readPageDisplay(tx, place)
  })
}

interface DisplayChange extends GivenDisplay {
  readonly nowMs: number
  /** Where the body is in that of the request, for paths of mistakes; ends with a point. */
  readonly path?: string
}

/** The same within the transaction of somebody who holds the page. Throws PAGE_DISPLAY_INVALID. */
export async function changePageDisplay(
  tx: Transaction,
  { accountId, statusPageId }: Place,
  { body, offered, nowMs, path = '' }: DisplayChange,
): Promise<void> {
  const place = { accountId, statusPageId }
  const before = { ...defaults, ...(await findPageDisplay(tx, accountId, statusPageId))?.settings }
  const { charts } = body
  const settings: PageDisplaySettings = {
    embedOrigins: given(body.embedOrigins, before.embedOrigins, (texts) => originsOf(texts, path)),
    languages: given(body.languages, before.languages, (languages) =>
      assertOffered(languages, { offered: [...offered, ...before.languages], path }),
    ),
    charts: charts === undefined ? before.charts : await chartsOf(tx, place, { charts: charts ?? [], path }),
  }
  if (textOf(settings) === textOf(before)) return
  await writePageDisplay(tx, { ...place, settings, updatedAt: new Date(nowMs) })
}

/** Two settings are the same when their texts are. */
const textOf = ({ embedOrigins, languages, charts }: PageDisplaySettings): string =>
  JSON.stringify([embedOrigins, languages, charts.map(({ componentId, checkId }) => [componentId, checkId])])

/** Absent: as before; null: none. */
function given<T>(
  value: readonly T[] | null | undefined,
  before: readonly T[],
  of: (value: readonly T[]) => readonly T[],
): readonly T[] {
  return value === undefined ? before : of(value ?? [])
}

function assertOffered(
  languages: readonly string[],
  { offered, path }: { readonly offered: readonly string[]; readonly path: string },
): string[] {
  for (const [index, language] of languages.entries())
    if (!offered.includes(language))
      throw invalidDisplay(`${path}languages[${index}]`, `This installation has the languages ${offered.join(', ')}.`)
  return [...new Set(languages)]
}

const originsOf = (texts: readonly string[], path: string): string[] => [
  ...new Set(
    texts.map((text, index) => {
      const origin = originOf(text)
      if (origin === null) throw invalidDisplay(`${path}embedOrigins[${index}]`, 'This is not the origin of a site.')
      return origin
    }),
  ),
]

async function chartsOf(
  tx: Queryable,
  place: Place,
  { charts: wanted, path }: { readonly charts: readonly StoredChart[]; readonly path: string },
): Promise<StoredChart[]> {
  const charts = wanted.map((chart) => ({
    componentId: chart.componentId.toLowerCase(),
    checkId: chart.checkId.toLowerCase(),
  }))
  const problems = await problemsOf(tx, place, charts)
  for (const [index, found] of problems.entries())
    if (found !== null) throw invalidDisplay(`${path}charts[${index}].${found.field}`, found.problem)
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
