import { seedChecks, seedGroups } from './plan.ts'

/** Calls an operation of the API as the owner of the account; throws with the answer unless it succeeds. */
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer>

interface Answer {
  readonly id?: string | number
  readonly heartbeat?: { readonly pingToken?: string }
}

export interface SeededResources {
  readonly typicalMs: ReadonlyMap<string, number>
  readonly heartbeats: readonly string[]
}

const hourMs = 3_600_000

/** Makes the resources of the account through the API: what a team that runs a shop would have. */
export async function makeResources(call: Call, { port, endMs }: { port: number; endMs: number }) {
  const channelId = await makeChannels(call)
  const services = await makeServices(call)
  const groups = new Map<string, number>()
  for (const body of seedGroups) {
    const made = await call('POST', '/v2/check-groups', body)
    groups.set(String(body['name']), Number(made.id))
  }
  const typicalMs = new Map<string, number>()
  for (const { key, group, route, body, typicalMs: typical } of seedChecks(port)) {
    const serviceId = services.get(group ?? 'Website')
    const made = await call('POST', `/v1/checks/${route}`, {
      locations: ['eu-west-1'],
      ...body,
      groupId: group === null ? null : groups.get(group),
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 30, maxRetries: 2, sameRegion: true },
      alertChannelSubscriptions: [{ alertChannelId: channelId, activated: true }],
      ...(serviceId !== undefined && { triggerIncident: incidentOf(key, serviceId) }),
    })
    typicalMs.set(String(made.id), typical)
  }
  await makeMaintenance(call, endMs)
  return { typicalMs, heartbeats: await makeHeartbeats(call, channelId) } satisfies SeededResources
}

const incidentOf = (check: string, serviceId: string) => ({
  serviceId,
  name: `${check} is unavailable`,
  description: 'We are investigating.',
  severity: 'MAJOR',
  notifySubscribers: false,
})

/** A webhook to the service itself, which answers 404, so that generated alerts reach no one. */
async function makeChannels(call: Call): Promise<number> {
  const made = await call('POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'On-call', url: 'http://localhost/on-call', method: 'POST' },
    sendDegraded: true,
  })
  await call('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'team@shop.example' } })
  return Number(made.id)
}

async function makeServices(call: Call): Promise<ReadonlyMap<string, string>> {
  const services = new Map<string, string>()
  for (const name of ['Shop', 'Payments', 'Website'])
    services.set(name, String((await call('POST', '/v1/status-pages/services', { name })).id))
  const [shop, payments, website] = [...services.values()].map((id) => ({ id }))
  await call('POST', '/v1/status-pages', {
    name: 'Shop status',
    url: 'shop',
    description: 'How our shop is doing.',
    cards: [
      { name: 'Store', services: [shop, payments] },
      { name: 'Website', services: [website] },
    ],
  })
  await call('POST', '/v1/dashboards', { header: 'Shop', customUrl: 'shop', tags: ['production'] })
  await call('POST', '/v1/variables', { key: 'SHOP_URL', value: 'https://shop.example' })
  await call('POST', '/v1/variables', { key: 'API_TOKEN', value: 'a made up token', secret: true })
  return services
}

async function makeMaintenance(call: Call, endMs: number): Promise<void> {
  const at = (hours: number): string => new Date(endMs + hours * hourMs).toISOString()
  await call('POST', '/v1/maintenance-windows', {
    name: 'Database upgrade',
    startsAt: at(-74),
    endsAt: at(-72),
    tags: ['infrastructure'],
    silenceAlertsTags: ['infrastructure'],
  })
  await call('POST', '/v1/maintenance-windows', {
    name: 'Weekly maintenance',
    startsAt: at(30),
    endsAt: at(31),
    repeatUnit: 'WEEK',
    repeatInterval: 1,
    tags: ['shop'],
  })
}

async function makeHeartbeats(call: Call, channelId: number): Promise<string[]> {
  const tokens = []
  for (const name of ['Nightly backup', 'Import of orders']) {
    const made = await call('POST', '/v1/checks/heartbeat', {
      name,
      heartbeat: { period: 10, periodUnit: 'minutes', grace: 5, graceUnit: 'minutes' },
      tags: ['jobs'],
      alertChannelSubscriptions: [{ alertChannelId: channelId, activated: true }],
    })
    tokens.push(String(made.heartbeat?.pingToken))
  }
  return tokens
}
