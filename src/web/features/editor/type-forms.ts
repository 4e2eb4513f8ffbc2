import type { CheckType } from '#contract'
import type { CodeLanguage } from '../../ui/code/languages.ts'
import type { Properties } from './assertion-grammar.ts'

/** Tabs of the fields of an HTTP request. */
export type FieldTab = 'headers' | 'query' | 'body' | 'auth'

/** One field of a form: where its value is in the body of the check, and how it is edited. */
export interface FieldRow {
  /** Of the body, with dots. */
  readonly path: string
  /** The key of its label. */
  readonly label: string
  readonly kind: 'text' | 'url' | 'number' | 'check' | 'select' | 'prose' | 'code' | 'pairs' | 'credentials' | 'snippet'
  /** Of code. `body`: as the type of the body says. Default: none. */
  readonly language?: CodeLanguage | 'body'
  readonly options?: readonly string[]
  readonly rows?: number
  /** In which tab it is. Default: it is always shown. */
  readonly tab?: FieldTab
  readonly isRequired?: true
  /** A box that is ticked where the check says nothing. */
  readonly isOnByDefault?: true
  /** An empty text is sent as it is; otherwise it clears the field. */
  readonly keepsText?: true
}

export interface TypeForm {
  /** What a new check of the type begins with. */
  readonly start: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldRow[]
  /** The shortest frequency that is offered for it, in minutes. Default: less than one. */
  readonly leastFrequency?: number
  /** What runs before and after the request. Default: nothing can. */
  readonly scripts?: readonly FieldRow[]
  /** The sources of its assertions. */
  readonly sources: readonly string[]
  /** The properties of sources that only this type has. Default: those of the grammar. */
  readonly properties?: Properties
}

const text = (path: string, label: string, more: Partial<FieldRow> = {}): FieldRow => ({
  path,
  label,
  kind: 'text',
  ...more,
})
const whole = (path: string, label: string): FieldRow => ({ path, label, kind: 'number' })
const check = (path: string, label: string): FieldRow => ({ path, label, kind: 'check' })
const keepCookies: FieldRow = { ...check('request.keepCookies', 'keepCookies'), isOnByDefault: true }
const select = (path: string, label: string, options: readonly string[]): FieldRow => ({
  path,
  label,
  kind: 'select',
  options,
})
const required = { isRequired: true } as const
const ipFamily = (path = 'request.ipFamily'): FieldRow => select(path, 'ipFamily', ['IPv4', 'IPv6'])
const tryAllAddresses = (path = 'request.tryAllAddresses'): FieldRow => ({
  ...check(path, 'tryAllAddresses'),
  isOnByDefault: true,
})
const units = ['seconds', 'minutes', 'hours', 'days']
const locations = { locations: ['eu-west-1'] }
const browserScript = `import { test, expect } from '@playwright/test'

test('the page opens', async ({ page }) => {
  const response = await page.goto('https://example.com/')
  expect(response?.status()).toBeLessThan(400)
})
`
const stepScript = `import { test, expect } from '@playwright/test'

test('the API answers', async ({ request }) => {
  const response = await request.get('https://example.com/')
  expect(response.ok()).toBe(true)
})
`
const script: FieldRow = {
  path: 'script',
  label: 'script',
  kind: 'code',
  language: 'javascript',
  rows: 18,
  isRequired: true,
}
const javascript = { kind: 'code', language: 'javascript', rows: 6 } as const

/** The form of each check type. What has no field here is edited as JSON. */
export const typeForms: Readonly<Record<CheckType, TypeForm>> = {
  URL: {
    start: { ...locations, frequency: 5, request: { url: 'https://', followRedirects: true } },
    leastFrequency: 1,
    fields: [
      text('request.url', 'url', required),
      check('request.followRedirects', 'followRedirects'),
      keepCookies,
      check('request.skipSSL', 'skipSSL'),
      ipFamily(),
      tryAllAddresses(),
    ],
    sources: ['STATUS_CODE'],
  },
  API: {
    start: {
      ...locations,
      frequency: 5,
      request: { method: 'GET', url: 'https://', followRedirects: true, assertions: [] },
    },
    fields: [
      select('request.method', 'method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
      text('request.url', 'url', { ...required, kind: 'url' }),
      { path: 'request.headers', label: 'headers', kind: 'pairs', tab: 'headers' },
      { ...select('request.bodyType', 'bodyType', ['NONE', 'JSON', 'FORM', 'RAW', 'GRAPHQL']), tab: 'body' },
      { path: 'request.body', label: 'body', kind: 'code', language: 'body', rows: 6, tab: 'body' },
      { path: 'request.queryParameters', label: 'queryParameters', kind: 'pairs', tab: 'query' },
      { path: 'request.basicAuth', label: 'basicAuth', kind: 'credentials', tab: 'auth' },
      check('request.followRedirects', 'followRedirects'),
      keepCookies,
      check('request.skipSSL', 'skipSSL'),
      ipFamily(),
      tryAllAddresses(),
    ],
    scripts: [
      { path: 'setupSnippetId', label: 'setupSnippet', kind: 'snippet' },
      { path: 'localSetupScript', label: 'setupScript', ...javascript },
      { path: 'tearDownSnippetId', label: 'tearDownSnippet', kind: 'snippet' },
      { path: 'localTearDownScript', label: 'tearDownScript', ...javascript },
    ],
    sources: ['STATUS_CODE', 'RESPONSE_TIME', 'JSON_BODY', 'HEADERS', 'TEXT_BODY'],
  },
  TCP: {
    start: { ...locations, frequency: 5, request: { hostname: '', port: 443 } },
    fields: [
      text('request.hostname', 'hostname', required),
      whole('request.port', 'port'),
      text('request.data', 'data'),
      ipFamily(),
      tryAllAddresses(),
    ],
    sources: ['RESPONSE_TIME', 'RESPONSE_DATA'],
  },
  DNS: {
    start: { ...locations, frequency: 5, request: { query: '', recordType: 'A' } },
    leastFrequency: 1,
    fields: [
      text('request.query', 'query', required),
      select('request.recordType', 'recordType', ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'SOA', 'TXT']),
      text('request.nameServer', 'nameServer'),
      whole('request.port', 'port'),
      select('request.protocol', 'protocol', ['UDP', 'TCP']),
    ],
    sources: ['RESPONSE_TIME', 'RESPONSE_CODE', 'TEXT_ANSWER', 'JSON_ANSWER'],
  },
  ICMP: {
    start: { ...locations, frequency: 5, request: { hostname: '', pingCount: 10 } },
    leastFrequency: 1,
    fields: [
      text('request.hostname', 'hostname', required),
      whole('request.pingCount', 'pingCount'),
      ipFamily(),
      tryAllAddresses(),
    ],
    sources: ['LATENCY', 'JSON_RESPONSE'],
  },
  SSL: {
    start: {
      ...locations,
      frequency: 60,
      request: { sslConfig: { hostname: '', port: 443, alertDaysBeforeExpiry: 20 } },
    },
    leastFrequency: 1,
    fields: [
      text('request.sslConfig.hostname', 'hostname', required),
      whole('request.sslConfig.port', 'port'),
      whole('request.sslConfig.alertDaysBeforeExpiry', 'alertDaysBeforeExpiry'),
      ipFamily('request.sslConfig.ipFamily'),
      tryAllAddresses('request.sslConfig.tryAllAddresses'),
    ],
    sources: ['CERTIFICATE', 'CONNECTION', 'RESPONSE_TIME', 'JSON_RESPONSE', 'TEXT_RESPONSE'],
  },
  GRPC: {
    start: { ...locations, frequency: 5, request: { url: '', port: 50_051, grpcConfig: { mode: 'HEALTH' } } },
    leastFrequency: 1,
    fields: [
      text('request.url', 'host', required),
      whole('request.port', 'port'),
      text('request.grpcConfig.method', 'grpcMethod'),
      { path: 'request.grpcConfig.message', label: 'message', kind: 'code', language: 'json', rows: 4 },
      check('request.skipSSL', 'skipSSL'),
      tryAllAddresses(),
      whole('request.timeout', 'timeout'),
    ],
    sources: [
      'RESPONSE_TIME',
      'GRPC_STATUS_CODE',
      'GRPC_HEALTHCHECK_STATUS',
      'GRPC_RESPONSE',
      'GRPC_METADATA',
      'TEXT_BODY',
    ],
  },
  TRACEROUTE: {
    start: { ...locations, frequency: 10, request: { url: '', protocol: 'TCP' } },
    leastFrequency: 1,
    fields: [
      text('request.url', 'host', required),
      select('request.protocol', 'protocol', ['TCP', 'UDP', 'ICMP', 'SCTP']),
      whole('request.port', 'port'),
      whole('request.maxHops', 'maxHops'),
      ipFamily(),
      tryAllAddresses(),
    ],
    sources: ['RESPONSE_TIME', 'HOP_COUNT', 'PACKET_LOSS'],
    properties: { RESPONSE_TIME: ['avg', 'min', 'max', 'stdDev'] },
  },
  HEARTBEAT: {
    start: { heartbeat: { period: 1, periodUnit: 'days', grace: 30, graceUnit: 'minutes' } },
    fields: [
      whole('heartbeat.period', 'period'),
      select('heartbeat.periodUnit', 'periodUnit', units),
      whole('heartbeat.grace', 'grace'),
      select('heartbeat.graceUnit', 'graceUnit', units),
    ],
    sources: [],
  },
  BROWSER: {
    start: { ...locations, frequency: 10, script: browserScript },
    leastFrequency: 1,
    fields: [script],
    sources: [],
  },
  MULTI_STEP: {
    start: { ...locations, frequency: 10, script: stepScript },
    leastFrequency: 1,
    fields: [script],
    sources: [],
  },
  PLAYWRIGHT: {
    leastFrequency: 1,
    start: {
      ...locations,
      frequency: 10,
      codeBundlePath: '',
      testCommand: 'npx playwright test',
      browsers: ['chromium'],
    },
    fields: [
      text('codeBundlePath', 'codeBundlePath', required),
      text('testCommand', 'testCommand'),
      text('installCommand', 'installCommand'),
    ],
    sources: [],
  },
  AGENTIC: {
    leastFrequency: 5,
    start: { ...locations, frequency: 60, prompt: '' },
    fields: [{ path: 'prompt', label: 'prompt', kind: 'prose', rows: 6, isRequired: true }],
    sources: [],
  },
}

/** Undefined: a type of a later version of the service. */
export const formOf = (type: string): TypeForm | undefined =>
  type in typeForms ? typeForms[type as CheckType] : undefined
