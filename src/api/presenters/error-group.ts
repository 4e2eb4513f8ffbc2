import type { ErrorGroupResource, TestSessionErrorGroupResource } from '#contract'
import type { ErrorGroupView, TestSessionErrorGroupView } from '#reporting'
import { presentAnalyses } from './root-cause-analysis.ts'

/** An error group as the API returns it. */
export const presentErrorGroup = (view: ErrorGroupView): ErrorGroupResource => ({
  ...sharedFields(view),
  checkId: view.group.checkId,
})

export const presentTestSessionErrorGroup = (view: TestSessionErrorGroupView): TestSessionErrorGroupResource => ({
  ...sharedFields(view),
  projectId: view.group.projectId,
  environments: view.group.environments,
  pwtMetadata: view.group.pwtMetadata,
})

const sharedFields = ({ group, analyses }: ErrorGroupView | TestSessionErrorGroupView) => ({
  ...group,
  firstSeen: group.firstSeen.toISOString(),
  lastSeen: group.lastSeen.toISOString(),
  rootCauseAnalyses: presentAnalyses(analyses),
})
