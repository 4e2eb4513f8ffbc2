import type { ErrorGroupResource, TestSessionErrorGroupResource } from '#contract'
import type { ErrorGroupView, TestSessionErrorGroupView } from '#reporting'
import { presentAnalyses } from './root-cause-analysis.ts'

/** Specification 2.12. */
export const presentErrorGroup = (view: ErrorGroupView): ErrorGroupResource => ({
  id: view.group.id,
  checkId: view.group.check_id,
  ...sharedFields(view),
})

export const presentTestSessionErrorGroup = (view: TestSessionErrorGroupView): TestSessionErrorGroupResource => ({
  id: view.group.id,
  projectId: view.group.project_id,
  environments: view.group.environments,
  ...sharedFields(view),
  pwtMetadata: view.group.pwt_metadata,
})

const sharedFields = ({ group, analyses }: ErrorGroupView | TestSessionErrorGroupView) => ({
  errorHash: group.error_hash,
  rawErrorMessage: group.raw_error_message,
  cleanedErrorMessage: group.cleaned_error_message,
  firstSeen: group.first_seen.toISOString(),
  lastSeen: group.last_seen.toISOString(),
  archivedUntilNextEvent: group.archived_until_next_event,
  rootCauseAnalyses: presentAnalyses(analyses),
})
