import type { PublicState } from './public-status-page.ts'

type ComponentStatus = 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage' | 'under_maintenance'
type Indicator = 'none' | 'minor' | 'major' | 'critical' | 'maintenance'

/** The words of Statuspage for a state: of a component, of a page or an incident, and as a sentence. */
export const statuspageStates: Readonly<
  Record<PublicState, readonly [ComponentStatus, Indicator, description: string]>
> = {
  OPERATIONAL: ['operational', 'none', 'All Systems Operational'],
  MAINTENANCE: ['under_maintenance', 'maintenance', 'Service Under Maintenance'],
  UNDER_MAINTENANCE: ['under_maintenance', 'maintenance', 'Service Under Maintenance'],
  MINOR: ['degraded_performance', 'minor', 'Partially Degraded Service'],
  DEGRADED_PERFORMANCE: ['degraded_performance', 'minor', 'Partially Degraded Service'],
  MEDIUM: ['degraded_performance', 'minor', 'Minor Service Outage'],
  MAJOR: ['partial_outage', 'major', 'Partial System Outage'],
  PARTIAL_OUTAGE: ['partial_outage', 'major', 'Partial System Outage'],
  CRITICAL: ['major_outage', 'critical', 'Major Service Outage'],
  MAJOR_OUTAGE: ['major_outage', 'critical', 'Major Service Outage'],
}
