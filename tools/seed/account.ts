import { randomToken } from '#kernel'
import { seedJobs } from './jobs.ts'
import type { SeedJob } from './jobs.ts'
import { seedChecks, seedGroups, warehouse } from './plan.ts'

/** Calls an operation of the API as the owner of the account; throws with the answer unless it succeeds. */
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer>

interface Answer {
  readonly id?: string | number
  readonly link?: string
  readonly token?: string
  /** Of a golden file. */
  readonly key?: string
  readonly heartbeat?: { readonly pingToken?: string }
  readonly testSessionId?: string
  readonly entries?: readonly { readonly id: string }[]
  readonly testResults?: readonly { readonly testResultId: string }[]
  readonly components?: readonly { readonly id: string; readonly name: string }[]
}

export interface SeededResources {
  readonly typicalMs: ReadonlyMap<string, number>
  readonly heartbeats: readonly { readonly token: string; readonly job: SeedJob }[]
}

const hourMs = 3_600_000

/** Makes the resources of the account through the API: what a team that runs a shop would have. */
export async function makeResources(call: Call, { port, endMs }: { port: number; endMs: number }) {
  const channels = await makeChannels(call)
  const services = await makeServices(call)
  await call('POST', '/v1/private-locations', warehouse)
  const groups = new Map<string, number>()
  for (const body of seedGroups) {
    const made = await call('POST', '/v2/check-groups', body)
    groups.set(String(body['name']), Number(made.id))
  }
  const typicalMs = new Map<string, number>()
  const checkIds = new Map<string, string>()
  for (const { key, group, checkType, body, typicalMs: typical } of seedChecks(port)) {
    const serviceId = services.get(group ?? 'Website')
    const made = await call('POST', '/v1/checks', {
      checkType,
      locations: ['eu-west-1'],
      ...body,
      groupId: group === null ? null : groups.get(group),
      ...(checkType !== 'PLAYWRIGHT' && { retryStrategy }),
      alertChannelSubscriptions: channels.map((alertChannelId) => ({ alertChannelId, activated: true })),
      ...(serviceId !== undefined && { triggerIncident: incidentOf(key, serviceId) }),
    })
    typicalMs.set(String(made.id), typical)
    checkIds.set(key, String(made.id))
  }
  await makeCharts(call, [
    [services.get('Shop'), checkIds.get('Checkout')],
    [services.get('Payments'), checkIds.get('Card payments')],
  ])
  await makeMaintenance(call, endMs)
  await makePeople(call)
  return { typicalMs, heartbeats: await makeHeartbeats(call, channels) } satisfies SeededResources
}

const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 30, maxRetries: 2, sameRegion: true } as const

const incidentOf = (check: string, serviceId: string) => ({
  serviceId,
  name: `${check} is unavailable`,
  description: 'We are investigating.',
  severity: 'MAJOR',
  notifySubscribers: false,
})

/**
 * Those of the checks. Their addresses lead to the service itself, which answers 404, so that generated alerts reach no
 * one.
 */
async function makeChannels(call: Call): Promise<number[]> {
  const ofChecks = [
    {
      type: 'WEBHOOK',
      config: { name: 'On-call', url: 'http://localhost/on-call', method: 'POST' },
      sendDegraded: true,
    },
    { type: 'SLACK', config: { url: 'http://localhost/chat', channel: '#shop' } },
  ]
  const ids = []
  for (const body of ofChecks) ids.push(Number((await call('POST', '/v1/alert-channels', body)).id))
  const mail = await call('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'team@shop.example' } })
  await call('POST', '/v1/escalation-policies', {
    name: 'On call',
    steps: [
      { afterMinutes: 0, alertChannelIds: [ids[1]] },
      { afterMinutes: 5, alertChannelIds: [ids[0]] },
      { afterMinutes: 15, alertChannelIds: [Number(mail.id)] },
    ],
    repeat: { everyMinutes: 30, times: null },
    quietHours: [{ from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', kinds: ['DEGRADED'] }],
  })
  return ids
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
  await makeComponentPage(call)
  await makePrivatePage(call, payments)
  await call('POST', '/v1/dashboards', {
    header: 'Shop',
    customUrl: 'shop',
    tags: ['production'],
    sortByStatus: true,
    enableIncidents: true,
  })
  await makeReports(call)
  await call('POST', '/v1/variables', { key: 'SHOP_URL', value: 'https://shop.example' })
  await call('POST', '/v1/variables', { key: 'API_TOKEN', value: 'a made up token', secret: true })
  return services
}

/** An objective that holds, one whose budget is used up, and a report by mail. */
async function makeReports(call: Call): Promise<void> {
  await call('POST', '/v1/objectives', { name: 'Payments', target: 99, windowDays: 30, tag: 'payments' })
  await call('POST', '/v1/objectives', { name: 'Critical checks', target: 99.9, windowDays: 7, tag: 'critical' })
  await call('POST', '/v1/scheduled-reports', {
    name: 'Weekly report of the shop',
    frequency: 'WEEKLY',
    weekday: 1,
    time: '08:00',
    timeZone: 'Europe/Berlin',
    groupBy: 'group',
    filterByTags: ['shop'],
    recipients: ['team@shop.example'],
  })
}

/** Response times of checks on the page of the shop, which was made first. */
async function makeCharts(call: Call, charts: readonly (readonly [string | undefined, string | undefined])[]) {
  const { entries = [] } = await call('GET', '/v1/status-page-summaries')
  await call('PUT', `/v1/status-page-displays/${entries[0]?.id}`, {
    charts: charts.map(([componentId, checkId]) => ({ componentId, checkId })),
  })
}

/** A page that only its readers see, of whom none has signed in yet. */
async function makePrivatePage(call: Call, service: { readonly id: string } | undefined): Promise<void> {
  const page = {
    name: 'Payments for partners',
    url: 'shop-partners',
    cards: [{ name: 'Partners', services: [service] }],
  }
  const { id } = await call('POST', '/v1/status-pages', { ...page, isPrivate: true })
  const emails = ['lea@bank.example', 'treasury@bank.example', 'ops@terminals.example']
  await call('POST', `/v1/status-pages/${id}/readers`, { emails, sendInvitations: false })
}

/** A page of the third version, with a rule and readers. */
async function makeComponentPage(call: Call): Promise<void> {
  const page = { name: 'Shop for developers', url: 'shop-developers', description: 'How our interfaces are doing.' }
  const { id } = await call('POST', '/v3/status-pages', { ...page, customDomain: 'status.shop.example' })
  const { components = [] } = await call('PUT', `/v3/status-pages/${id}/definition`, {
    page: { ...page, customDomain: 'status.shop.example', supportLink: 'mailto:help@shop.example' },
    components: [
      { id: 'api', name: 'API', type: 'GROUP', configuration: { expandedByDefault: true } },
      { id: 'orders', name: 'Orders', parentId: 'api', description: 'Create and read orders.' },
      { id: 'payments', name: 'Payments', parentId: 'api' },
      { id: 'documents', name: 'Documentation', configuration: { showHistoricalData: false } },
    ],
  })
  const orders = components.find(({ name }) => name === 'Orders')?.id
  await call('POST', `/v3/status-pages/${id}/automation-rules`, {
    name: 'Orders fail',
    tags: ['shop'],
    firstUpdate: 'Orders fail at the moment. We are looking into it.',
    lastUpdate: 'Orders are going through again.',
    components: [{ componentId: orders, targetImpact: 'PARTIAL_OUTAGE' }],
  })
  const subscriptions = ['nora@reader.example', 'emil@reader.example'].map((address) => ({
    type: 'EMAIL',
    config: { address },
  }))
  await call('POST', `/v3/status-pages/${id}/subscribers/bulk`, { subscriptions, autoVerify: true })
}

/** Two have accepted their invites, with passwords that nobody knows; one has not yet. */
async function makePeople(call: Call): Promise<void> {
  for (const [name, role] of [
    ['Mara Winter', 'READ_WRITE'],
    ['Jonas Berg', 'READ_ONLY'],
    ['Ines Duarte', 'READ_RUN'],
  ] as const) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@shop.example`
    const { link = '' } = await call('POST', '/v1/accounts/me/invites', { email, role })
    const token = link.split('#token=')[1]
    if (role !== 'READ_RUN') await call('POST', '/v1/invites/accept', { token, name, password: randomToken(16) })
  }
  await call('POST', '/v1/ping-key', { createsChecks: true })
  await call('POST', '/v1/snippets', { name: 'sign-in', script: "await page.goto('{{SHOP_URL}}/sign-in')" })
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
  await call('POST', '/v1/maintenance-windows', {
    name: 'Move of the invoices',
    startsAt: at(-1),
    endsAt: at(2),
    tags: ['invoices'],
    silenceAlertsTags: ['invoices'],
  })
}

async function makeHeartbeats(call: Call, channels: readonly number[]): Promise<SeededResources['heartbeats']> {
  const made = []
  for (const job of seedJobs) {
    const check = await call('POST', '/v1/checks/heartbeat', {
      name: job.name,
      heartbeat: job.heartbeat,
      tags: ['jobs'],
      alertChannelSubscriptions: channels.map((alertChannelId) => ({ alertChannelId, activated: true })),
    })
    made.push({ token: String(check.heartbeat?.pingToken), job })
  }
  return made
}
