import type { ErrorGroupResource, TestSessionErrorGroupResource } from '#contract'
import type { ErrorGroupView, TestSessionErrorGroupView } from '#reporting'
import { presentAnalyses } from './root-cause-analysis.ts'

/** An error group as the API returns it. */
export const presentErrorGroup = (view: ErrorGroupView): ErrorGroupResource => ({
  id: view.group.id,
  checkId: view.group.checkId,
  ...sharedFields(view),
})

export const presentTestSessionErrorGroup = (view: TestSessionErrorGroupView): TestSessionErrorGroupResource => ({
  id: view.group.id,
  projectId: view.group.projectId,
  environments: view.group.environments,
  ...sharedFields(view),
  pwtMetadata: view.group.pwtMetadata,
})

const sharedFields = ({ group, analyses }: ErrorGroupView | TestSessionErrorGroupView) => ({
  errorHash: group.errorHash,
  rawErrorMessage: group.rawErrorMessage,
  cleanedErrorMessage: group.cleanedErrorMessage,
  firstSeen: group.firstSeen.toISOString(),
  lastSeen: group.lastSeen.toISOString(),
  occurrences: group.occurrences,
  archivedUntilNextEvent: group.archivedUntilNextEvent,
  rootCauseAnalyses: presentAnalyses(analyses),
})
