import { lateTexts } from '../../strings/late.ts'
import type { State } from '../../ui/status.tsx'
import type { ListedIncident } from './api.ts'

const words = lateTexts.incidents

type Severity = ListedIncident['severity']

const stateOfSeverity: Readonly<Record<Severity, State>> = {
  CRITICAL: 'FAILING',
  MAJOR: 'FAILING',
  MEDIUM: 'DEGRADED',
  MINOR: 'DEGRADED',
  MAJOR_OUTAGE: 'FAILING',
  PARTIAL_OUTAGE: 'DEGRADED',
  DEGRADED_PERFORMANCE: 'DEGRADED',
  UNDER_MAINTENANCE: 'PAUSED',
  OPERATIONAL: 'PASSING',
}

/** The shape and colour of an impact, or of a severity. */
export const stateOfImpact = (severity: Severity): State => stateOfSeverity[severity]

/** The same of an incident, which is green once it is resolved. */
export const stateOfIncident = ({ status, severity }: Pick<ListedIncident, 'status' | 'severity'>): State =>
  status === 'RESOLVED' ? 'PASSING' : stateOfSeverity[severity]

const severityWords = { ...words.severities, ...words.impacts }
export const severityOf = (severity: Severity): string => severityWords[severity]

/** "Shop, Search and 3 more". */
export const affectedText = ({ affects, affectedCount }: Pick<ListedIncident, 'affects' | 'affectedCount'>): string =>
  [
    affects.map(({ name }) => name).join(', '),
    affectedCount > affects.length ? words.more(affectedCount - affects.length) : '',
  ]
    .filter(Boolean)
    .join(' ')

/** Who opened an incident: a check, or a rule; null: a person. */
export const openerOf = ({ openedBy }: Pick<ListedIncident, 'openedBy'>): string | null =>
  openedBy === null ? null : (openedBy.checkName ?? openedBy.ruleName ?? words.deletedCheck)
