import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '#kernel'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import type { IncidentSummary } from './read-incidents.ts'
import type { MaintenanceSummary } from './read-maintenances.ts'
import { publicService } from './service-days.ts'
import { lastDays } from './utc-days.ts'

const now = Date.parse('2026-03-10T12:00:00.000Z')
const days = lastDays(90, now)
const today = now - dayMs / 2

/** Incidents within a maintenance, of which the day has many: each is compared with the time between maintenances. */
function stepsOf(count: number): number {
  const at = (index: number) => ({ startMs: today + index * minuteMs, endMs: today + index * minuteMs + 30_000 })
  const [incidents, maintenances]: [IncidentSummary[], MaintenanceSummary[]] = [[], []]
  for (let index = 0; index < count; index += 1) {
    incidents.push(incidentOf(at(count - 1)))
    maintenances.push(maintenanceOf(at(index)))
  }
  const service = {
    key: 'shop',
    name: 'Shop',
    createdAtMs: 0,
    description: null,
    showsHistory: true,
    isMonitored: true,
    provider: null,
    unobserved: [],
    incidents,
    maintenances,
  }
  return countedSteps(() => expect(publicService(service, days).days).toHaveLength(90))
}

const incidentOf = (interval: { readonly startMs: number; readonly endMs: number }) =>
  ({ name: 'Slow', severity: 'MINOR', interval, ...interval }) as unknown as IncidentSummary
const maintenanceOf = (interval: { readonly startMs: number; readonly endMs: number }) =>
  ({ status: 'COMPLETED', interval }) as unknown as MaintenanceSummary

it('twice as many incidents and maintenances of a day take about twice the work', () => {
  expect(stepsOf(600)).toBeLessThan(2.4 * stepsOf(300))
})
