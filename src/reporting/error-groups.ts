import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  findAnalysis,
  findErrorGroup,
  findTestSessionErrorGroup,
  isProjectKnown,
  listAnalysesOfGroups,
  listErrorGroups as listStoredGroups,
  listTestSessionErrorGroups as listStoredTestGroups,
} from '#storage/error-groups'
import type { PageWindow, Store } from '#storage/database'
import type { ErrorGroupRow, RootCauseAnalysisRow, TestSessionErrorGroupRow } from '#storage/error-groups'
import { assertCheck } from './assert-check.ts'

/** A group and its finished analyses, newest first. */
export interface WithAnalyses<G> {
  readonly group: G
  readonly analyses: readonly RootCauseAnalysisRow[]
}
export type ErrorGroupView = WithAnalyses<ErrorGroupRow>
export type TestSessionErrorGroupView = WithAnalyses<TestSessionErrorGroupRow>

const analysesMax = 10
/** The maximum length of lists without pages. */
const groupsOfProject = 1_000

/** One page of groups of all checks or, given its well-formed id, of one. Throws CHECK_NOT_FOUND. */
export async function listErrorGroups(
  store: Store,
  { accountId }: Caller,
  query: { readonly checkId?: string },
  page: PageWindow,
): Promise<{ items: ErrorGroupView[]; total: number }> {
  const checkId = query.checkId ?? null
  if (checkId !== null) await assertCheck(store.db, { accountId, checkId })
  const { items, total } = await listStoredGroups(store.db, { accountId, checkId }, page)
  return { items: await withAnalyses(store, accountId, items), total }
}

/** Throws ERROR_GROUP_NOT_FOUND. */
export async function getErrorGroup(store: Store, { accountId }: Caller, id: string): Promise<ErrorGroupView> {
  return errorGroupView(store, accountId, await findErrorGroup(store.db, accountId, id))
}

/** Groups of the test sessions of all projects, the latest seen first, each with its analyses. */
export async function listTestSessionErrorGroups(
  store: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<{ items: TestSessionErrorGroupView[]; total: number }> {
  const { items, total } = await listStoredTestGroups(store.db, { accountId, projectId: null }, page)
  return { items: await withAnalyses(store, accountId, items), total }
}

/** The latest 1000 groups of a project. Throws PROJECT_NOT_FOUND when the account has no such project and nothing of it. */
export async function listTestSessionErrorGroupsOfProject(
  store: Store,
  { accountId }: Caller,
  projectId: string,
): Promise<TestSessionErrorGroupView[]> {
  const page = { limit: groupsOfProject, offset: 0 }
  const { items } = await listStoredTestGroups(store.db, { accountId, projectId }, page)
  if (items.length === 0 && !(await isProjectKnown(store.db, accountId, projectId)))
    throw new Fault('PROJECT_NOT_FOUND')
  return withAnalyses(store, accountId, items)
}

/** Throws ERROR_GROUP_NOT_FOUND. */
export async function getTestSessionErrorGroup(
  store: Store,
  { accountId }: Caller,
  id: string,
): Promise<TestSessionErrorGroupView> {
  return errorGroupView(store, accountId, await findTestSessionErrorGroup(store.db, accountId, id))
}

/** A group with its analyses. Throws ERROR_GROUP_NOT_FOUND when it is null. */
export async function errorGroupView<G extends { readonly id: string }>(
  store: Store,
  accountId: string,
  group: G | null,
): Promise<WithAnalyses<G>> {
  if (group === null) throw new Fault('ERROR_GROUP_NOT_FOUND')
  const [view] = await withAnalyses(store, accountId, [group])
  return view ?? { group, analyses: [] }
}

async function withAnalyses<G extends { readonly id: string }>(
  store: Store,
  accountId: string,
  groups: readonly G[],
): Promise<WithAnalyses<G>[]> {
  if (groups.length === 0) return []
  const ids = groups.map(({ id }) => id)
  const found = await listAnalysesOfGroups(store.db, accountId, ids, analysesMax)
  const byGroup = Map.groupBy(found, (row) => row.errorGroupId ?? row.testSessionErrorGroupId)
  return groups.map((group) => ({ group, analyses: byGroup.get(group.id) ?? [] }))
}

/** Throws ROOT_CAUSE_ANALYSIS_NOT_FOUND. */
export async function getAnalysis(store: Store, { accountId }: Caller, id: string): Promise<RootCauseAnalysisRow> {
  const analysis = await findAnalysis(store.db, accountId, id)
  if (analysis === null) throw new Fault('ROOT_CAUSE_ANALYSIS_NOT_FOUND')
  return analysis
}
