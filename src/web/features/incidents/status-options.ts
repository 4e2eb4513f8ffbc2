import type { IncidentStatus } from '#contract'
import { lateTexts } from '../../strings/late.ts'

const statuses: readonly IncidentStatus[] = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED']

/** The statuses of updates, in the order in which they usually follow each other. */
export const statusOptions = statuses.map((value) => ({ value, label: lateTexts.incidents.statuses[value] }))
