import type { CheckType } from '#contract'
import { browserScript, orderScript } from './scripts.ts'

/** What a demonstration account monitors, and what happened to it; times count back from the end of the history. */
export interface SeedCheck {
  readonly key: string
  readonly group: string | null
  readonly checkType: CheckType
  readonly body: Readonly<Record<string, unknown>>
  /** Typical response time in milliseconds. */
  readonly typicalMs: number
}

export type SeedFault = 'refused' | 'timeout' | 'status 503' | 'slow' | 'picture'

export interface SeedOutage {
  readonly check: string
  /** Hours before the end of the history; what reaches beyond its beginning is omitted. */
  readonly hoursAgo: number
  readonly minutes: number
  readonly kind: SeedFault
  /** Only there; everywhere when absent. */
  readonly location?: string
}

const europe = ['eu-west-1', 'eu-central-1']
const everywhere = ['eu-west-1', 'us-east-1', 'ap-southeast-1']

const tenants = ['Aurora', 'Birch', 'Cedar'] as const

const status = (code: number) => ({ source: 'STATUS_CODE', comparison: 'EQUALS', target: String(code) })
const limits = { degradedResponseTime: 800, maxResponseTime: 3000 }

export const seedGroups: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'Shop', tags: ['production', 'shop'], locations: europe, concurrency: 3 },
  { name: 'Payments', tags: ['production', 'payments'], locations: everywhere, concurrency: 3 },
  { name: 'Tenants', tags: ['production', 'tenant'], locations: ['eu-west-1'], concurrency: 3 },
  { name: 'Infrastructure', tags: ['infrastructure'], locations: ['eu-west-1'], concurrency: 5 },
]

const check = (
  key: string,
  [group, checkType, typicalMs]: readonly [SeedCheck['group'], SeedCheck['checkType'], number],
  body: SeedCheck['body'],
): SeedCheck => ({ key, group, checkType, typicalMs, body: { name: key, frequency: 5, ...body } })

const api = (url: string) => ({ request: { method: 'GET', url, assertions: [status(200)] } })

/** Requests lead to the service itself, so that most checks pass when they run for real; tenants and refunds do not. */
export const seedChecks = (port: number): readonly SeedCheck[] => [
  ...businessChecks(`http://localhost:${port}`),
  ...infrastructureChecks(port),
]

const businessChecks = (home: string): readonly SeedCheck[] => [
  check('Home page', ['Shop', 'URL', 180], { request: { url: `${home}/health` }, ...limits, runParallel: true }),
  check('Product search', ['Shop', 'API', 240], { ...api(`${home}/v1/locations`), ...limits, runParallel: true }),
  check('Cart', ['Shop', 'API', 150], { ...api(`${home}/v1/runtimes`), ...limits }),
  check('Checkout', ['Shop', 'API', 320], { ...api(`${home}/v1/locations`), ...limits, tags: ['critical'] }),
  check('Images', ['Shop', 'URL', 60], { request: { url: `${home}/docs` }, frequency: 10 }),
  check('Shop in a browser', ['Shop', 'BROWSER', 2400], { script: browserScript(home), frequency: 10 }),
  check('Buy a book', ['Shop', 'AGENTIC', 9000], {
    prompt: `Open ${home}, put a book into the basket and see the total.`,
    frequency: 60,
  }),
  check('Card payments', ['Payments', 'API', 410], { ...api(`${home}/v1/locations`), ...limits, tags: ['critical'] }),
  check('Refunds', ['Payments', 'API', 380], { ...api(`${home}/v1/refunds`), ...limits, frequency: 10 }),
  check('Invoices', ['Payments', 'URL', 220], {
    request: { url: `${home}/health` },
    frequency: 10,
    tags: ['invoices'],
  }),
  check('Order to delivery', ['Payments', 'MULTI_STEP', 900], { script: orderScript(home), frequency: 10 }),
  ...tenants.map((tenant) =>
    check(`Tenant ${tenant}`, ['Tenants', 'URL', 130], {
      request: { url: `${home}/tenants/${tenant.toLowerCase()}` },
      frequency: 10,
    }),
  ),
  check('Blog', [null, 'URL', 280], { request: { url: `${home}/health` }, frequency: 10, tags: ['marketing'] }),
  check('Old landing page', [null, 'URL', 300], {
    request: { url: `${home}/health` },
    activated: false,
    tags: ['marketing'],
  }),
]

const infrastructureChecks = (port: number): readonly SeedCheck[] => [
  check('Database', ['Infrastructure', 'TCP', 4], { request: { hostname: 'localhost', port } }),
  check('Cache', ['Infrastructure', 'TCP', 2], { request: { hostname: '127.0.0.1', port } }),
  check('Office gateway', ['Infrastructure', 'ICMP', 9], { request: { hostname: '127.0.0.1' } }),
  check('Name server', ['Infrastructure', 'DNS', 18], {
    request: { query: 'localhost', recordType: 'A' },
    frequency: 10,
  }),
  check('Certificate of the shop', ['Infrastructure', 'SSL', 35], {
    request: { sslConfig: { hostname: 'localhost', port, alertDaysBeforeExpiry: 30 } },
    frequency: 60,
  }),
  check('Orders service', ['Infrastructure', 'GRPC', 24], {
    request: { url: 'localhost', port, grpcConfig: { method: 'shop.Orders/List', message: '{}' } },
    frequency: 10,
  }),
  check('Way to the shop', ['Infrastructure', 'TRACEROUTE', 12], {
    request: { url: 'localhost', protocol: 'UDP' },
    frequency: 30,
  }),
  check('Warehouse scanner', [null, 'TCP', 7], {
    request: { hostname: '127.0.0.1', port },
    locations: [],
    privateLocations: [warehouse.slugName],
    tags: ['warehouse'],
  }),
  check('Smoke tests', [null, 'PLAYWRIGHT', 14_000], {
    codeBundlePath: 'bundles/shop-42.tgz',
    testCommand: 'npx playwright test --grep @smoke',
    frequency: 60,
    tags: ['release'],
  }),
]

export const warehouse = { name: 'Warehouse', slugName: 'warehouse', icon: 'home' } as const

export const seedOutages: readonly SeedOutage[] = [
  { check: 'Checkout', hoursAgo: 150, minutes: 35, kind: 'status 503' },
  { check: 'Card payments', hoursAgo: 149, minutes: 50, kind: 'timeout' },
  { check: 'Product search', hoursAgo: 98, minutes: 90, kind: 'slow' },
  { check: 'Home page', hoursAgo: 75, minutes: 20, kind: 'timeout', location: 'eu-central-1' },
  { check: 'Database', hoursAgo: 52, minutes: 15, kind: 'refused' },
  { check: 'Checkout', hoursAgo: 52, minutes: 20, kind: 'status 503' },
  { check: 'Cart', hoursAgo: 52, minutes: 20, kind: 'status 503' },
  { check: 'Office gateway', hoursAgo: 30, minutes: 240, kind: 'timeout' },
  { check: 'Order to delivery', hoursAgo: 14, minutes: 40, kind: 'status 503' },
  { check: 'Product search', hoursAgo: 8, minutes: 45, kind: 'slow' },
  { check: 'Shop in a browser', hoursAgo: 5, minutes: 50, kind: 'timeout' },
  { check: 'Product search', hoursAgo: 0.6, minutes: 60, kind: 'slow' },
  { check: 'Refunds', hoursAgo: 1, minutes: 70, kind: 'status 503' },
  { check: 'Invoices', hoursAgo: 0.5, minutes: 60, kind: 'status 503' },
  ...tenants.map((tenant) => ({
    check: `Tenant ${tenant}`,
    hoursAgo: 0.4,
    minutes: 60,
    kind: 'refused' as const,
  })),
]
