import { OctagonAlert } from 'lucide-react'
import { lateTexts } from '../strings/late.ts'
import { ListLink } from '../ui/list-link.tsx'
import { useIncidentsAt, useOpenIncidents } from './api.ts'
import type { IncidentOfCheck } from './api.ts'

const words = lateTexts.incidents

/** The open incidents that a check opened, keeps open, or that people opened for it. */
export const OpenIncidents = ({ checkId }: { readonly checkId: string }) => (
  <Lines incidents={useOpenIncidents(checkId)} />
)

/** The incidents of a check that were open at a time. */
export const IncidentsAt = ({ checkId, at }: { readonly checkId: string; readonly at: string }) => (
  <Lines incidents={useIncidentsAt(checkId, at)} />
)

const Lines = ({ incidents }: { readonly incidents: readonly IncidentOfCheck[] }) =>
  incidents.map(({ id, name, status }) => (
    <p key={id} className="row small">
      <OctagonAlert className="ic s" aria-hidden="true" />
      <span>
        {words.one}:{' '}
        <ListLink className="link" to={`/incidents/${id}`}>
          {name}
        </ListLink>
        , {words.statuses[status]}
      </span>
    </p>
  ))

/** The composer of an incident for a check. */
export const addressOfNewIncident = (checkId: string): string => `/incidents/new?check=${checkId}`
