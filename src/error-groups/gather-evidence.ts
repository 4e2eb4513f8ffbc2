import { displayedLocation } from '#contract'
import type { CheckDefinition } from '#contract'
import { differencesBetween, runEvidenceOf, targetOfRequest, targetOfRun } from '#diagnosis'
import type { Evidence, StoredRun } from '#diagnosis'
import { mergedVariables, secretsOfCheck } from '#inheritance'
import { findLocationNames } from '#storage/alerts'
import { findVariablesOfAccounts } from '#storage/checks'
import {
  findErrorGroup,
  findLastGoodResult,
  findSslDays,
  findTestSessionErrorGroup,
  listChecksOnHost,
} from '#storage/error-groups'
import { findAnyTestSessionResult, findCheckResult, listResultsOfSession } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { ErrorGroupRow, RootCauseAnalysisRow, TestSessionErrorGroupRow } from '#storage/error-groups'
import type { CheckResultRow, TestSessionResultRow } from '#storage/runs'
import { loadEffectiveChecks } from '#management'
import type { EffectiveCheck } from '#management'

export interface GatheredEvidence {
  readonly evidence: Evidence
  /** Values that must not leave the service with the evidence. */
  readonly secrets: readonly string[]
}

const neighboursRead = 20

type Names = ReadonlyMap<string, string>
type AnyErrorGroup = ErrorGroupRow | TestSessionErrorGroupRow
type AnyResult = CheckResultRow | TestSessionResultRow

const isTestResult = (result: AnyResult): result is TestSessionResultRow => 'attempts' in result

/** Collects the evidence for an analysis; null when its error group was deleted meanwhile. */
export async function gatherEvidence(store: Store, analysis: RootCauseAnalysisRow): Promise<GatheredEvidence | null> {
  const { db } = store
  const group = await groupOf(db, analysis)
  if (group === null) return null
  const analysed = await findAnalysed(store, group)
  const result = await resultOf(db, analysis, group)
  const names = await findLocationNames(db)
  const target = targetOf(result && storedRun(result, names), analysed?.check)
  const evidence = {
    ...groupEvidence(group),
    ...target,
    checkName: nameOf(analysed, result),
    checkType: analysis.checkType,
    maxResponseTimeMs: analysed?.check.settings.maxResponseTime ?? null,
    userContext: analysis.userContext,
    ...(await runEvidence(db, result, names)),
    ...(await hostEvidence(db, group, target.host)),
  }
  return { evidence, secrets: analysed?.secrets ?? [] }
}

const nameOf = (analysed: AnalysedCheck | null, result: AnyResult | null): string =>
  analysed?.check.name ?? result?.checkName ?? ''

const groupEvidence = (group: AnyErrorGroup) => ({
  errorMessage: group.rawErrorMessage ?? group.cleanedErrorMessage,
  occurrences: group.occurrences,
  firstSeen: group.firstSeen.toISOString(),
  lastSeen: group.lastSeen.toISOString(),
})

/** The target of the run, or that of the check when the run is no longer stored. */
function targetOf(run: StoredRun | null, check: CheckDefinition | undefined): Pick<Evidence, 'target' | 'host'> {
  const went = run && targetOfRun(run)
  return went ?? (check && targetOfRequest(check.checkType, check.settings.request)) ?? { target: null, host: null }
}

async function runEvidence(
  db: Queryable,
  result: AnyResult | null,
  names: Names,
): Promise<Pick<Evidence, 'run' | 'lastGoodRun' | 'differences' | 'otherLocations'>> {
  if (result === null) return { run: null, lastGoodRun: null, differences: [], otherLocations: [] }
  const [before, otherLocations] = await Promise.all([findLastGoodResult(db, result), othersOf(db, result, names)])
  const [run, good] = [storedRun(result, names), before && storedRun(before, names)]
  return {
    run: runEvidenceOf(run),
    lastGoodRun: good && runEvidenceOf(good),
    differences: good ? differencesBetween(run, good) : [],
    otherLocations,
  }
}

function groupOf(db: Queryable, analysis: RootCauseAnalysisRow): Promise<AnyErrorGroup | null> {
  const { accountId, errorGroupId: id, testSessionErrorGroupId: testId } = analysis
  return id === null ? findTestSessionErrorGroup(db, accountId, testId ?? '') : findErrorGroup(db, accountId, id)
}

interface AnalysedCheck extends Pick<EffectiveCheck, 'check'> {
  readonly secrets: readonly string[]
}

async function findAnalysed(
  { db, encryption }: Store,
  { accountId, checkId }: AnyErrorGroup,
): Promise<AnalysedCheck | null> {
  if (checkId === null) return null
  const effective = (await loadEffectiveChecks(db, encryption, [checkId])).get(checkId)
  if (!effective) return null
  const { check, own, group } = effective
  const ofAccounts = await findVariablesOfAccounts(db, encryption, [accountId])
  const variables = mergedVariables(ofAccounts.get(accountId) ?? [], group, own)
  return { check, secrets: secretsOfCheck(variables, check.settings.request) }
}

async function resultOf(
  db: Queryable,
  { errorGroupId: groupId }: RootCauseAnalysisRow,
  { accountId, checkId, lastResultId: resultId }: AnyErrorGroup,
): Promise<AnyResult | null> {
  if (checkId === null || resultId === null) return null
  return groupId === null
    ? findAnyTestSessionResult(db, accountId, resultId)
    : findCheckResult(db, accountId, checkId, resultId)
}

/** The outcomes of the other locations of the same tick. */
async function othersOf(db: Queryable, result: AnyResult, names: Names): Promise<Evidence['otherLocations']> {
  // A test session has one location only.
  if (isTestResult(result)) return []
  const session = { accountId: result.accountId, checkId: result.checkId, id: result.sessionId }
  const results = await listResultsOfSession(db, session)
  return results
    .filter((other) => other.resultType === 'FINAL' && other.location !== result.location)
    .flatMap(({ location, outcome, error }) =>
      outcome === 'unknown' ? [] : [{ location: displayedLocation(location, names), outcome, error }],
    )
}

async function hostEvidence(
  db: Queryable,
  { accountId, checkId }: AnyErrorGroup,
  host: string | null,
): Promise<Pick<Evidence, 'sameHost' | 'sslDaysRemaining'>> {
  if (checkId === null) return { sameHost: [], sslDaysRemaining: null }
  const except = { checkId, limit: neighboursRead }
  const neighbours = host === null ? [] : await listChecksOnHost(db, accountId, host, except)
  return {
    sameHost: neighbours.map(({ name, checkType, status }) => ({
      checkName: name,
      checkType,
      outcome: status,
    })),
    sslDaysRemaining: await findSslDays(db, checkId),
  }
}

const storedRun = (row: AnyResult, names: Names): StoredRun => ({
  id: row.id,
  checkType: row.checkType,
  startedAt: row.startedAt ?? row.createdAt,
  location: displayedLocation(row.location, names),
  outcome: row.outcome === null || row.outcome === 'unknown' ? 'failed' : row.outcome,
  hasErrors: row.hasErrors,
  attempt: isTestResult(row) ? row.attempts : row.attempt,
  responseTimeMs: row.responseTimeMs ?? 0,
  error: row.error,
  detail: row.detail,
})
