import { beforeAll } from 'vitest'
import { minuteMs } from '#kernel'
import { useDatabase } from './database.ts'
import { TestService } from './test-service.ts'
import type { Send } from './test-service.ts'

type Said = readonly [minutesAgo: number, status: string, description?: string]

/** What readers get of a page as JSON, as far as tests look at it. */
interface Data {
  readonly state: string
  readonly openIncidents: readonly { id: string; name: string; status: string; services: string[] }[]
  readonly activeMaintenances: readonly { id: string; name: string; services: string[] }[]
  readonly upcomingMaintenances: readonly { name: string }[]
  readonly recent: readonly { kind: string; name: string }[]
  readonly cards: readonly {
    name: string
    uptimePercent: number | null
    services: readonly {
      name: string
      state: string
      uptimePercent: number | null
      recordedDays: number
      days: { state: string | null }[]
    }[]
  }[]
}

/** A service with an account that publishes status pages, and what makes their parts. Use it inside tests and hooks only. */
export function usePublicPages() {
  const database = useDatabase()
  let service: TestService
  let call: Send
  let fetchPage: Send
  beforeAll(async () => {
    service = new TestService(database.db())
    call = service.as((await service.account()).key)
    fetchPage = service.as(null)
  })
  const minutesAgo = (minutes: number): string => new Date(service.clock.now() - minutes * minuteMs).toISOString()

  async function made<T = { id: string }>(url: string, body: object, send = call): Promise<T> {
    const { status, body: answer, text } = await send('POST', url, body)
    if (status !== 200 && status !== 201) throw new Error(text)
    return answer as T
  }

  const newService = async (name: string, send = call): Promise<string> =>
    (await made('/v1/status-pages/services', { name }, send)).id

  const newPage = (url: string, serviceIds: readonly string[], fields: object = {}) =>
    made<{ id: string; keys: { rawKey?: string }[] }>('/v1/status-pages', {
      name: `Page ${url}`,
      url,
      cards: [{ name: 'Store', services: serviceIds.map((id) => ({ id })) }],
      ...fields,
    })

  const newIncident = (name: string, serviceId: string, said: readonly Said[], fields: object = {}) =>
    made('/v1/status-pages/incidents', {
      name,
      severity: 'MAJOR',
      services: [{ id: serviceId }],
      incidentUpdates: said.map(([minutes, status, description = status]) => ({
        status,
        description,
        publicIncidentUpdateDate: minutesAgo(minutes),
      })),
      ...fields,
    })

  const newWindow = (visibility: object, fields: object = {}) =>
    made<{ id: number }>('/v1/maintenance-windows', {
      name: 'Upgrade',
      startsAt: minutesAgo(30),
      endsAt: minutesAgo(-30),
      statusPageVisibility: { enabled: true, ...visibility },
      ...fields,
    })

  const data = async (url: string): Promise<Data> => (await fetchPage('GET', `/status/${url}.json`)).body as Data

  return {
    database,
    /** The service, the calls of its account, and those of readers. */
    scene: () => ({ service, call, fetchPage }),
    minutesAgo,
    made,
    newService,
    newPage,
    newIncident,
    newWindow,
    data,
  }
}
