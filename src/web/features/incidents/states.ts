import { lateTexts } from '../../strings/late.ts'
import { stateOfPublic } from '../../ui/state-of-public.ts'
import type { State } from '../../ui/status.tsx'
import type { ListedIncident } from './api.ts'

const words = lateTexts.incidents

type Severity = ListedIncident['severity']

/** The shape and colour of an incident, which is green once it is resolved. */
export const stateOfIncident = ({ status, severity }: Pick<ListedIncident, 'status' | 'severity'>): State =>
  status === 'RESOLVED' ? 'PASSING' : stateOfPublic[severity]

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
