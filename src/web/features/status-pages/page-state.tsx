import { Lock } from 'lucide-react'
import { serviceUrl } from '../../api/call.ts'
import { lateTexts } from '../../strings/late.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import type { PageSummary } from './api.ts'

const words = lateTexts.statusPages

export const shapeOf: Readonly<Record<PageSummary['state'], State>> = {
  OPERATIONAL: 'PASSING',
  MAINTENANCE: 'PAUSED',
  UNDER_MAINTENANCE: 'PAUSED',
  MINOR: 'DEGRADED',
  DEGRADED_PERFORMANCE: 'DEGRADED',
  MEDIUM: 'DEGRADED',
  MAJOR: 'FAILING',
  PARTIAL_OUTAGE: 'DEGRADED',
  CRITICAL: 'FAILING',
  MAJOR_OUTAGE: 'FAILING',
}

/** The state of a page as its readers see it. */
export const PageState = ({ state }: { readonly state: PageSummary['state'] }) => (
  <StatusLine className={stateClass[shapeOf[state]]}>
    <Glyph state={shapeOf[state]} />
    {words.states[state]}
  </StatusLine>
)

const domainShapes = { verified: 'PASSING', pending: 'PENDING', failed: 'FAILING' } as const

/** Whether the custom domain of a page is served. */
export const DomainState = ({ status }: { readonly status: keyof typeof domainShapes }) => (
  <StatusLine className={stateClass[domainShapes[status]]} isSmall>
    <Glyph state={domainShapes[status]} />
    {words.domain.statuses[status]}
  </StatusLine>
)

/** The address of a page on this service. */
export const addressOf = (url: string): string => serviceUrl(`/status/${url}`)

export const PrivateMark = () => (
  <span className="row mute small">
    <Lock className="ic s" aria-hidden="true" />
    {words.private}
  </span>
)
