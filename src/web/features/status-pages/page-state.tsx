import { Lock } from 'lucide-react'
import { serviceUrl } from '../../api/call.ts'
import { lateTexts } from '../../strings/late.ts'
import { stateOfPublic } from '../../ui/state-of-public.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import type { PageSummary } from './api.ts'

const words = lateTexts.statusPages

/** The state of a page as its readers see it. */
export const PageState = ({ state }: { readonly state: PageSummary['state'] }) => (
  <StatusLine className={stateClass[stateOfPublic[state]]}>
    <Glyph state={stateOfPublic[state]} />
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
