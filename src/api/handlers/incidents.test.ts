import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  const dashboard = await send('POST', '/v1/dashboards', { header: 'Shop' })
  incident = { ...incident, dashboardId: (dashboard.body as { id: number }).id }
})

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const codeOf = ({ body }: TestAnswer): string => (body as { attributes: { code: string } }).attributes.code
let incident = {
  name: 'Slow dashboards',
  impact: 'MAJOR',
  dashboardId: 0,
  startedAt: '2026-03-01T10:00:00.000Z',
  stoppedAt: '2026-03-01T11:00:00.000Z',
  incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking.' }],
}
const open = async (): Promise<string> => `/v1/incidents/${idOf(await send('POST', '/v1/incidents', incident))}`

describe('incidents of dashboards', () => {
  it('are read as they were written', async () => {
    const created = await send('POST', '/v1/incidents', incident)
    expect(created).toMatchObject({ status: 200, body: { ...incident, updated_at: null } })
    expect(created.body).toMatchObject({ incidentUpdates: [{ incidentId: idOf(created), updated_at: null }] })
    expect((await send('GET', `/v1/incidents/${idOf(created)}`)).body).toEqual(created.body)
  })

  it('have a minor impact and no times unless they are given', async () => {
    const { name, dashboardId, incidentUpdates } = incident
    const created = await send('POST', '/v1/incidents', { name, dashboardId, incidentUpdates })
    expect(created.body).toMatchObject({ impact: 'MINOR', startedAt: null, stoppedAt: null })
  })

  it('begin with exactly one update, and end after they began', async () => {
    const [first] = incident.incidentUpdates
    const wrong = [
      { ...incident, incidentUpdates: [] },
      { ...incident, incidentUpdates: [first, first] },
      { ...incident, impact: 'CRITICAL' },
      { ...incident, dashboardId: 0 },
    ]
    for (const body of wrong) expect(codeOf(await send('POST', '/v1/incidents', body))).toBe('BODY_INVALID')
    const backwards = { ...incident, stoppedAt: '2026-03-01T09:59:59Z' }
    expect(codeOf(await send('POST', '/v1/incidents', backwards))).toBe('TIME_RANGE_INVALID')
  })

  it('are changed in what a body names, null clears a time, and the response has no updates', async () => {
    const url = await open()
    expect(await send('PUT', url, { name: 'Slow', impact: 'MINOR', stoppedAt: null })).toMatchObject({
      status: 200,
      body: { name: 'Slow', impact: 'MINOR', startedAt: incident.startedAt, stoppedAt: null, incidentUpdates: null },
    })
    expect((await send('GET', url)).body).toMatchObject({ name: 'Slow', incidentUpdates: [{}] })
  })

  it('are deleted with their updates', async () => {
    const url = await open()
    expect((await send('DELETE', url)).status).toBe(204)
    expect(codeOf(await send('GET', url))).toBe('INCIDENT_NOT_FOUND')
  })
})

describe('updates of an incident of a dashboard', () => {
  it('are added, edited and deleted; a read returns the latest, or all on request', async () => {
    const url = await open()
    service.clock.advance(1000)
    const added = await send('POST', `${url}/updates`, { status: 'MAINTENANCE', description: 'Working on it.' })
    expect(added).toMatchObject({ status: 201, body: { status: 'MAINTENANCE', incidentId: url.split('/')[3] } })
    expect((await send('GET', url)).body).toMatchObject({ incidentUpdates: [{ status: 'MAINTENANCE' }] })
    expect((await send('GET', `${url}?includeAllIncidentUpdates=true`)).body).toMatchObject({
      incidentUpdates: [{ status: 'MAINTENANCE' }, { status: 'INVESTIGATING' }],
    })
    const path = `${url}/updates/${idOf(added)}`
    expect(await send('PUT', path, { description: 'Nearly done.', status: 'RESOLVED' })).toMatchObject({
      status: 200,
      body: { status: 'MAINTENANCE', description: 'Nearly done.', updated_at: expect.any(String) },
    })
    expect((await send('DELETE', path)).status).toBe(204)
    expect(codeOf(await send('DELETE', path))).toBe('INCIDENT_UPDATE_NOT_FOUND')
  })

  it('can be deleted though it was the only one', async () => {
    const created = await send('POST', '/v1/incidents', incident)
    const { incidentUpdates } = created.body as { incidentUpdates: { id: string }[] }
    const url = `/v1/incidents/${idOf(created)}`
    expect((await send('DELETE', `${url}/updates/${incidentUpdates[0]?.id}`)).status).toBe(204)
    expect((await send('GET', url)).body).toMatchObject({ incidentUpdates: [] })
  })
})
