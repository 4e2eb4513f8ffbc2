import type { Answer } from '../api/operations.ts'
import type { FakeApi } from './fake-api.ts'
import { sample, sampleIn } from './sample.ts'
import { aCheckRow, storeChecks } from './stored-checks.ts'

type Incident = Answer<'getIncidentOfPages'>

const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const started = '2026-11-26T09:50:00.000Z'
const [id, pageId, shop, search, checkId] = [uuid(1), uuid(2), uuid(3), uuid(5), uuid(4)]

/** The ids of an incident, of the page it is on, of two components of that, and of the check that opened it. */
export const storedIncident = { id, pageId, shop, search, checkId, started, updates: [uuid(10), uuid(11)] as const }

const update = (number: number, status: Incident['status'], description: string, minute: number) =>
  sampleIn('getIncidentOfPages', 'updates', {
    id: uuid(number),
    status,
    description,
    publicIncidentUpdateDate: `2026-11-26T09:${minute}:00.000Z`,
    notifySubscribers: status === 'INVESTIGATING',
  })

/** An incident on a page with components, which a check opened. */
export const anIncident = (fields: Partial<Incident> = {}): Incident =>
  sample('getIncidentOfPages', {
    id,
    kind: 'COMPONENTS',
    statusPageId: pageId,
    name: 'Orders fail',
    severity: 'PARTIAL_OUTAGE',
    status: 'IDENTIFIED',
    startedAt: started,
    resolvedAt: null,
    affects: [{ id: shop, name: 'Shop', impact: 'PARTIAL_OUTAGE' }],
    affectedCount: 1,
    pages: [{ id: pageId, name: 'Acme', url: 'acme', version: 3 }],
    openedBy: { checkId, checkName: 'Cart', ruleId: uuid(9), ruleName: 'Orders' },
    takenOverAt: null,
    isPublished: true,
    postMortem: null,
    postMortemPublishedAt: null,
    updates: [update(11, 'IDENTIFIED', 'A disk is full.', 55), update(10, 'INVESTIGATING', 'We look.', 50)],
    impacts: [{ componentId: shop, status: 'PARTIAL_OUTAGE', startedAt: started, endedAt: null }],
    checks: [{ id: checkId, name: 'Cart', isFailing: true, isNamed: false }],
    alerts: [
      {
        id: uuid(20),
        checkId,
        checkName: 'Cart',
        alertType: 'ALERT_FAILURE',
        error: 'The status is 503',
        checkResultId: uuid(21),
        createdAt: '2026-11-26T09:49:59.000Z',
      },
    ],
    recipients: 1204,
    ...fields,
  })

/** One on services that a person opened. */
export const anIncidentOnServices = (fields: Partial<Incident> = {}): Incident =>
  anIncident({
    kind: 'SERVICES',
    statusPageId: null,
    severity: 'MAJOR',
    affects: [{ id: shop, name: 'Shop', impact: null }],
    openedBy: null,
    impacts: [],
    checks: [],
    alerts: [],
    ...fields,
  })

const listed = (incident: Incident) =>
  sampleIn(
    'listIncidentsOfPages',
    'entries',
    (({ updates: _u, impacts: _i, checks: _c, alerts: _a, ...one }) => one)(incident),
  )

/** Has a fake list these incidents and answer with the first, whose check is failing and whose page has two components. */
export function storeIncidents(fake: FakeApi, ...incidents: readonly Incident[]): void {
  const entries = incidents.map(listed)
  fake.answer('listIncidentsOfPages', (_input, { query }) => ({
    entries: 'state' in query ? [] : entries,
    length: entries.length,
    nextId: null,
  }))
  fake.answer('getIncidentOfPages', incidents[0] ?? anIncident())
  storeChecks(fake, [aCheckRow(checkId, 'Cart', { state: 'FAILING', since: started })])
  fake.answer('listStatusPageComponentsV3', {
    entries: [
      sampleIn('listStatusPageComponentsV3', 'entries', { id: shop, name: 'Shop' }),
      sampleIn('listStatusPageComponentsV3', 'entries', { id: search, name: 'Search' }),
    ],
    length: 2,
    nextId: null,
  })
}
