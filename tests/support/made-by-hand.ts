type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>

/** Is in each value that code must not have. */
export const secretPart = 'SECRETPART'

const locations = ['eu-west-1']
// Nothing runs, and so nobody is notified.
const common = { locations, tags: ['shop'], frequency: 10, activated: false }
const locked = { key: 'locked', value: secretPart, locked: true }
const basicAuth = { username: 'shop', password: secretPart }
const script = "import { test } from '@playwright/test'\ntest('a page', async () => {})\n"
const assertions = [{ source: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '900' }]

const channels = [
  { type: 'EMAIL', config: { address: 'ops@shop.example' }, sendDegraded: true },
  { type: 'SLACK', config: { url: `https://hooks.slack.com/services/T0/B0/${secretPart}`, channel: '#ops' } },
  {
    type: 'WEBHOOK',
    config: {
      name: 'Hook',
      url: `https://hook.example/in?token=${secretPart}`,
      webhookSecret: secretPart,
      headers: [
        { key: 'Authorization', value: `Bearer ${secretPart}` },
        { key: 'x-team', value: 'shop' },
      ],
    },
  },
  telegram(`https://api.telegram.org/bot123:${secretPart}/sendMessage`),
  { type: 'OPSGENIE', config: { name: 'Genie', apiKey: secretPart, region: 'EU', priority: 'P2' } },
  { type: 'PAGERDUTY', config: { account: 'shop', serviceName: 'shop', serviceKey: secretPart } },
]

function telegram(url: string): object {
  const template = 'chat_id=-100&parse_mode=HTML&text=hello'
  return { type: 'WEBHOOK', config: { webhookType: 'WEBHOOK_TELEGRAM', name: 'Telegram', url, template } }
}

const apiCheck = (groupId: number, alertChannelSubscriptions: readonly object[]) => ({
  ...common,
  name: 'Orders',
  groupId,
  alertChannelSubscriptions,
  privateLocations: ['office'],
  useGlobalAlertSettings: false,
  alertSettings: {
    escalationType: 'TIME_BASED',
    timeBasedEscalation: { minutesFailingThreshold: 10 },
    reminders: { amount: 2, interval: 10 },
  },
  environmentVariables: [{ key: 'TOKEN', value: secretPart, secret: true }, locked, { key: 'PLAIN', value: 'plain' }],
  localSetupScript: "console.log('before')",
  request: {
    method: 'POST',
    url: 'https://shop.example/orders',
    body: '{"a":1}',
    bodyType: 'JSON',
    headers: [locked],
    basicAuth,
    followRedirects: false,
    assertions: [{ source: 'JSON_BODY', property: '$.a', comparison: 'EQUALS', target: '1' }],
  },
  degradedResponseTime: 1000,
  maxResponseTime: 2000,
  retryStrategy: { type: 'LINEAR', baseBackoffSeconds: 5, maxRetries: 2, maxDurationSeconds: 60, sameRegion: false },
})

const checks: readonly (readonly [route: string, body: object])[] = [
  ['browser', { name: 'Page', script }],
  ['multistep', { name: 'Steps', script }],
  ['tcp', { name: 'Port', request: { hostname: 'shop.example', port: 443, assertions } }],
  ['url', { name: 'Home', request: { url: 'https://shop.example/' }, muted: true, retryStrategy: null }],
  ['url', { name: 'Home', request: { url: 'https://shop.example/other', skipSSL: true } }],
  ['dns', { name: 'Name', heartbeat: {}, script: '', request: { recordType: 'A', query: 'shop.example', assertions } }],
  ['icmp', { name: 'Host', request: { hostname: 'shop.example', pingCount: 5 } }],
  ['ssl', { name: 'Certificate', request: { sslConfig: { hostname: 'shop.example', port: 443 } } }],
  ['grpc', { name: 'Service', request: { url: 'shop.example', port: 50_051, grpcConfig: { mode: 'HEALTH' } } }],
  ['traceroute', { name: 'Way', request: { url: 'shop.example' } }],
]

/** Creates a resource of every type that can be imported, with secrets wherever they may be. */
export async function makeByHand(call: Call): Promise<void> {
  const create = async (path: string, body: object): Promise<{ readonly id: number }> => {
    const { status, body: created } = await call('POST', path, body)
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(created)}`)
    return Object(created)
  }
  const proxyUrl = `http://shop:${secretPart}@proxy.example:3128`
  await create('/v1/private-locations', { name: 'Office', slugName: 'office', proxyUrl })
  const made = []
  for (const channel of channels) made.push(await create('/v1/alert-channels', channel))
  const subscriptions = made.slice(0, 2).map(({ id }, index) => ({ alertChannelId: id, activated: index === 0 }))
  const group = await create('/v2/check-groups', {
    name: 'Shop',
    locations,
    alertChannelSubscriptions: subscriptions,
    privateLocations: ['office'],
    environmentVariables: [locked],
    apiCheckDefaults: { url: 'https://shop.example', headers: [locked], basicAuth },
  })
  await create('/v1/checks/api', apiCheck(group.id, subscriptions))
  await create('/v1/checks/heartbeat', {
    name: 'Backup',
    activated: false,
    heartbeat: { period: 1, periodUnit: 'hours', grace: 30, graceUnit: 'minutes' },
  })
  for (const [route, body] of checks) await create(`/v1/checks/${route}`, { ...common, ...body })
  const service = await create('/v1/status-pages/services', { name: 'Orders' })
  const cards = [{ name: 'Shop', services: [{ id: service.id }] }]
  await create('/v1/status-pages', { name: 'Status', url: 'shop-status', cards })
  await createPageOfComponents(create)
  await create('/v1/dashboards', { header: 'Wall', customUrl: 'shop-wall', tags: ['shop'] })
  const times = { startsAt: '2027-01-01T00:00:00.000Z', endsAt: '2027-01-01T01:00:00.000Z' }
  await create('/v1/maintenance-windows', {
    name: 'Night',
    ...times,
    repeatUnit: 'WEEK',
    repeatInterval: 1,
    tags: ['a'],
  })
}

type Create = (path: string, body: object) => Promise<{ readonly id: unknown }>

async function createPageOfComponents(create: Create): Promise<void> {
  const looks = { footerText: 'Shop', themeColors: { dark: { linkFontColor: '#FFF' } }, allowIndexing: false }
  const address = { url: 'shop-components', customDomain: 'status.shop.example' }
  const page = await create('/v3/status-pages', { name: 'Components', ...address, ...looks })
  const path = `/v3/status-pages/${String(page.id)}`
  const group = { name: 'Store', type: 'GROUP', displayOrder: 1, configuration: { expandedByDefault: true } }
  const parent = await create(`${path}/components`, group)
  const orders = { name: 'Orders', displayOrder: 1, parentId: parent.id, description: 'What people buy' }
  const { id: componentId } = await create(`${path}/components`, orders)
  await create(`${path}/components`, { name: 'Search', displayOrder: 2, hidden: true })
  await create(`${path}/automation-rules`, {
    name: 'Outage',
    firstUpdate: 'We look.',
    lastUpdate: 'It works.',
    tags: ['shop'],
    coolDownWindowMinutes: 0,
    notifySubscribers: false,
    components: [{ componentId, targetImpact: 'MAJOR_OUTAGE' }],
  })
}

/** The pages of the third version with all they consist of. */
async function readPagesOfComponents(call: Call): Promise<readonly (readonly [string, unknown])[]> {
  const { body } = await call('GET', '/v3/status-pages')
  const paths = Object(body).entries.flatMap(({ id }: { readonly id: string }) => [
    `/v3/status-pages/${id}`,
    `/v3/status-pages/${id}/components`,
    `/v3/status-pages/${id}/automation-rules`,
  ])
  return Promise.all(paths.map(async (path: string) => [path, (await call('GET', path)).body] as const))
}

/** All of it, as the API shows it. */
export async function readMadeByHand(call: Call): Promise<Record<string, unknown>> {
  const paths = ['checks', 'check-groups', 'alert-channels', 'private-locations', 'status-pages', 'dashboards']
  const lists = [...paths, 'maintenance-windows'].map(
    (path) => `/v1/${path}${path.startsWith('private') ? '' : '?limit=100'}`,
  )
  const read = lists.map(async (path) => [path, (await call('GET', path)).body] as const)
  return Object.fromEntries([...(await Promise.all(read)), ...(await readPagesOfComponents(call))])
}
