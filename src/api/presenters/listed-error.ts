import { errorHours, locationOfQueue } from '#contract'
import type { ErrorDetailResource, ErrorListResource } from '#contract'
import type { CountedError, ErrorDetail, ErrorPage } from '#reporting'
import { presentAnalyses } from './root-cause-analysis.ts'

export const presentErrors = ({ fromMs, entries, counts }: ErrorPage): ErrorListResource => ({
  ...intervals(fromMs),
  counts,
  entries: entries.map(({ checks, ...one }) => ({
    ...presentError(one),
    locations: one.locations.map(({ location }) => locationOfQueue(location)),
    checks,
  })),
})

const intervals = (fromMs: number) => ({ from: new Date(fromMs).toISOString(), intervalHours: errorHours.hours })

const presentError = ({ error, recent }: CountedError) => ({
  id: error.id,
  kind: error.kind,
  message: error.rawErrorMessage ?? error.cleanedErrorMessage,
  checkId: error.checkId,
  checkName: error.checkName,
  checkType: error.checkType,
  projectId: error.projectId,
  environments: error.environments,
  state: error.state,
  firstSeen: error.firstSeen.toISOString(),
  lastSeen: error.lastSeen.toISOString(),
  occurrences: error.occurrences,
  recent: [...recent],
})

const presentRun = (run: { readonly id: string; readonly location: string; readonly createdAt: Date }) => ({
  id: run.id,
  location: locationOfQueue(run.location),
  at: run.createdAt.toISOString(),
})

export const presentErrorDetail = (detail: ErrorDetail): ErrorDetailResource => ({
  ...presentError(detail),
  ...intervals(detail.fromMs),
  locations: detail.locations.map(({ location, occurrences }) => ({
    location: locationOfQueue(location),
    occurrences,
  })),
  others: detail.others.map(({ errorHash: _hash, lastSeen, ...other }) => ({
    ...other,
    lastSeen: lastSeen.toISOString(),
  })),
  results: detail.results.map((result) => ({ ...presentRun(result), responseTime: result.responseTimeMs })),
  sessions: detail.sessions.map(({ startedAt, ...session }) => ({ ...session, startedAt: startedAt.toISOString() })),
  first: detail.first && presentRun(detail.first),
  lastGood: detail.lastGood && presentRun(detail.lastGood),
  rootCauseAnalyses: presentAnalyses(detail.analyses),
})
