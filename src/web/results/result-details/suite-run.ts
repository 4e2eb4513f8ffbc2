import { objectIn } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'

/** A suite counts its tests; they are shown from its report, which is a file. */
export const suiteRun: DetailsView = {
  fits: (detail) =>
    typeof objectIn(detail['tests'])['flaky'] === 'number' || Array.isArray(detail['playwrightTraceFiles']),
  fields: ['startTime', 'endTime', 'tests', 'errors'],
  View: () => null,
}
