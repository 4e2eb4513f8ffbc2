import type { Detail } from '../read-detail.ts'
import { call } from './call.tsx'
import { certificate } from './certificate.tsx'
import { followedPrompt } from './followed-prompt.tsx'
import type { DetailsView } from './details-view.ts'
import { received } from './received.tsx'
import { records } from './records.tsx'
import { roundTrips } from './round-trips.tsx'
import { route } from './route.tsx'
import { scriptRun } from './script-run.tsx'
import { suiteRun } from './suite-run.ts'

const views: readonly DetailsView[] = [
  followedPrompt,
  records,
  roundTrips,
  certificate,
  route,
  call,
  received,
  suiteRun,
  scriptRun,
]

/** How the answer of a run is shown; null for one that has no separate view. */
export const detailsView = (detail: Detail): DetailsView | null => views.find(({ fits }) => fits(detail)) ?? null
