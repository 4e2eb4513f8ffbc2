/** What a demonstration account monitors, and what happened to it; times count back from the end of the history. */
export interface SeedCheck {
  readonly key: string
  readonly group: string | null
  /** Path of the operation that creates it, below `/v1/checks/`. */
  readonly route: 'api' | 'url' | 'tcp' | 'dns' | 'icmp'
  readonly body: Readonly<Record<string, unknown>>
  /** Typical response time in milliseconds. */
  readonly typicalMs: number
}

export interface SeedOutage {
  readonly check: string
  /** Hours before the end of the history; what reaches beyond its beginning is omitted. */
  readonly hoursAgo: number
  readonly minutes: number
  readonly kind: 'refused' | 'timeout' | 'status 503' | 'slow'
  /** Only there; everywhere when absent. */
  readonly location?: string
}

const europe = ['eu-west-1', 'eu-central-1']
const everywhere = ['eu-west-1', 'us-east-1', 'ap-southeast-1']

const status = (code: number) => ({ source: 'STATUS_CODE', comparison: 'EQUALS', target: String(code) })
const limits = { degradedResponseTime: 800, maxResponseTime: 3000 }

export const seedGroups: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'Shop', tags: ['production', 'shop'], locations: europe, concurrency: 3 },
  { name: 'Payments', tags: ['production', 'payments'], locations: everywhere, concurrency: 3 },
  { name: 'Infrastructure', tags: ['infrastructure'], locations: ['eu-west-1'], concurrency: 5 },
]

/** Requests lead to the service itself, so that every check still passes when it runs for real. */
export const seedChecks = (port: number): readonly SeedCheck[] => {
  const home = `http://localhost:${port}`
  const api = (path: string, more: object = {}) => ({
    request: { method: 'GET', url: `${home}${path}`, assertions: [status(200)], ...more },
  })
  const check = (
    key: string,
    [group, route, typicalMs]: readonly [SeedCheck['group'], SeedCheck['route'], number],
    body: SeedCheck['body'],
  ): SeedCheck => ({ key, group, route, typicalMs, body: { name: key, frequency: 5, ...body } })
  return [
    check('Home page', ['Shop', 'url', 180], { request: { url: `${home}/health` }, ...limits, runParallel: true }),
    check('Product search', ['Shop', 'api', 240], { ...api('/v1/locations'), ...limits, runParallel: true }),
    check('Cart', ['Shop', 'api', 150], { ...api('/v1/runtimes'), ...limits }),
    check('Checkout', ['Shop', 'api', 320], { ...api('/v1/locations'), ...limits, tags: ['critical'] }),
    check('Images', ['Shop', 'url', 60], { request: { url: `${home}/docs` }, frequency: 10 }),
    check('Card payments', ['Payments', 'api', 410], { ...api('/v1/locations'), ...limits, tags: ['critical'] }),
    check('Refunds', ['Payments', 'api', 380], { ...api('/v1/runtimes'), ...limits, frequency: 10 }),
    check('Invoices', ['Payments', 'url', 220], { request: { url: `${home}/health` }, frequency: 10 }),
    check('Database', ['Infrastructure', 'tcp', 4], { request: { hostname: 'localhost', port }, frequency: 5 }),
    check('Cache', ['Infrastructure', 'tcp', 2], { request: { hostname: '127.0.0.1', port }, frequency: 5 }),
    check('Office gateway', ['Infrastructure', 'icmp', 9], { request: { hostname: '127.0.0.1' }, frequency: 5 }),
    check('Name server', ['Infrastructure', 'dns', 18], {
      request: { query: 'localhost', recordType: 'A' },
      frequency: 10,
      heartbeat: {},
      script: '',
    }),
    check('Blog', [null, 'url', 280], { request: { url: `${home}/health` }, frequency: 10, tags: ['marketing'] }),
    check('Old landing page', [null, 'url', 300], {
      request: { url: `${home}/health` },
      activated: false,
      tags: ['marketing'],
    }),
  ]
}

export const seedOutages: readonly SeedOutage[] = [
  { check: 'Checkout', hoursAgo: 150, minutes: 35, kind: 'status 503' },
  { check: 'Card payments', hoursAgo: 149, minutes: 50, kind: 'timeout' },
  { check: 'Product search', hoursAgo: 98, minutes: 90, kind: 'slow' },
  { check: 'Home page', hoursAgo: 75, minutes: 20, kind: 'timeout', location: 'eu-central-1' },
  { check: 'Database', hoursAgo: 52, minutes: 15, kind: 'refused' },
  { check: 'Checkout', hoursAgo: 52, minutes: 20, kind: 'status 503' },
  { check: 'Cart', hoursAgo: 52, minutes: 20, kind: 'status 503' },
  { check: 'Office gateway', hoursAgo: 30, minutes: 240, kind: 'timeout' },
  { check: 'Product search', hoursAgo: 8, minutes: 45, kind: 'slow' },
  { check: 'Refunds', hoursAgo: 1, minutes: 70, kind: 'status 503' },
]
