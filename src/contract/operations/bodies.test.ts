import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isWebUrlText, webUrlFormat } from '../check-types/request-fields.ts'
import { describe, expect, test } from 'vitest'
import { withDefaults } from '../index.ts'
import { dropInBodies, operations } from './index.ts'
import type { OperationId } from './index.ts'
import type { OperationRow } from './row.ts'

const rows: Readonly<Record<string, OperationRow>> = operations
const ajv = new Ajv({ discriminator: true, strict: true, allowUnionTypes: true, allErrors: true })
ajv.addVocabulary(['x-rule', 'x-resource-type'])
addFormats.default(ajv)
ajv.addFormat(webUrlFormat, isWebUrlText)

const bodyOf = (id: OperationId): TSchema => rows[id]?.body ?? {}
const accepts = (id: OperationId): ValidateFunction => ajv.compile(bodyOf(id))

const tcp = { name: 'database', request: { hostname: 'db.example.com', port: 5432 } }
const dns = { name: 'name', request: { query: 'example.com' }, heartbeat: {}, script: '' }
const url = { name: 'site', request: { url: 'https://example.com' } }
const api = { name: 'api', request: { method: 'GET', url: 'https://example.com/{{PATH}}' } }
const icmp = { name: 'router', request: { hostname: '192.0.2.1' } }
const period = { period: 5, periodUnit: 'minutes', grace: 30, graceUnit: 'seconds' }
const heartbeat = { name: 'backup', heartbeat: period }
const group = { name: 'shop' }
const channel = { type: 'EMAIL', config: { address: 'ops@example.com' } }
const variable = { key: 'TOKEN', value: 'x' }
const incident = { serviceId: 's', name: 'Down' }

const accepted: readonly (readonly [OperationId, string, object])[] = [
  ['createTcpCheck', 'the smallest body', tcp],
  ['createDnsCheck', 'the smallest body', dns],
  ['createUrlCheck', 'the smallest body', url],
  ['createApiCheck', 'the smallest body', api],
  ['createIcmpCheck', 'the smallest body', icmp],
  [
    'createIcmpCheck',
    'null for its usual way',
    { ...icmp, request: { ...icmp.request, ipFamily: null, pingCount: null } },
  ],
  ['createApiCheck', 'limits above those of TCP', { ...api, degradedResponseTime: 45_000, maxResponseTime: 45_000 }],
  ['createHeartbeatCheck', 'the smallest body', heartbeat],
  ['createHeartbeatCheck', 'an empty ping token', { ...heartbeat, heartbeat: { ...period, pingToken: '' } }],
  ['createTcpCheck', 'fields that only answers carry', { ...tcp, id: '1', created_at: 'x', alertChannels: {} }],
  ['createTcpCheck', 'an incident without severity', { ...tcp, triggerIncident: incident }],
  ['createTcpCheck', 'null where null is a value', { ...tcp, locations: null, groupId: null, retryStrategy: null }],
  ['createTcpCheck', 'limits on their bounds', { ...tcp, degradedResponseTime: 0, maxResponseTime: 5000 }],
  ['updateTcpCheck', 'nothing at all', {}],
  ['updateHeartbeatCheck', 'the ping URL it was answered', { heartbeat: { ...period, pingUrl: 'https://x' } }],
  ['createCheckGeneric', 'a body of its type', { ...tcp, checkType: 'TCP' }],
  [
    'createCheckGeneric',
    'a DNS monitor without heartbeat and script',
    { name: 'a', checkType: 'DNS', request: dns.request },
  ],
  ['createCheckGeneric', 'a browser check without a script', { name: 'a', checkType: 'BROWSER' }],
  ['updateCheckGeneric', 'nothing at all', {}],
  ['createCheckGroupV2', 'the smallest body', group],
  ['createCheckGroupV2', 'FALLBACK and null', { ...group, retryStrategy: 'FALLBACK', alertSettings: null }],
  ['createCheckGroupV2', 'no base URL', { ...group, apiCheckDefaults: { url: '' } }],
  ['updateCheckGroupV2', 'null as base URL', { ...group, apiCheckDefaults: { url: null } }],
  ['updateCheckGroupV2', 'a base URL by variables', { ...group, apiCheckDefaults: { url: 'https://{{HOST}}/v1' } }],
  ['createAlertChannel', 'the smallest body', channel],
  ['createAlertChannel', 'a type that is only stored', { type: 'SMS', config: { number: '+123', name: 'a' } }],
  [
    'createAlertChannel',
    'a method in lower case',
    { type: 'WEBHOOK', config: { url: 'https://x.example', method: 'get' } },
  ],
  ['createVariable', 'the smallest body', variable],
  ['updateVariable', 'a value alone', { value: 'y' }],
  ['triggerCheckSessionsV2', 'no target', {}],
  ['triggerCheckSessionsV2', 'tags', { target: { matchTags: [['a', 'b'], ['c']] } }],
]

const variables = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `K${index}`, value: '' }))

const rejected: readonly (readonly [OperationId, string, object])[] = [
  ['createTcpCheck', 'no name', { request: tcp.request }],
  ['createTcpCheck', 'an empty name', { ...tcp, name: '' }],
  ['createTcpCheck', 'no request', { name: 'a' }],
  ['createTcpCheck', 'an unknown field', { ...tcp, locaitons: [] }],
  ['createTcpCheck', 'another type', { ...tcp, checkType: 'DNS' }],
  ['createTcpCheck', 'a description above 500', { ...tcp, description: 'x'.repeat(501) }],
  ['createTcpCheck', 'more than 100 variables', { ...tcp, environmentVariables: variables(101) }],
  ['createTcpCheck', 'a degraded limit above 5000', { ...tcp, degradedResponseTime: 5001 }],
  ['createTcpCheck', 'a maximum below 0', { ...tcp, maxResponseTime: -1 }],
  ['createDnsCheck', 'a maximum above 5000', { ...dns, maxResponseTime: 5001 }],
  ['createApiCheck', 'a maximum above 45000', { ...api, maxResponseTime: 45_001 }],
  ['createTcpCheck', 'a frequency out of the list', { ...tcp, frequency: 7 }],
  ['createTcpCheck', 'an offset of 0', { ...tcp, frequencyOffset: 0 }],
  ['createTcpCheck', 'a groupOrder below 0', { ...tcp, groupOrder: -1 }],
  ['createTcpCheck', 'an unknown location', { ...tcp, locations: ['mars-1'] }],
  ['createTcpCheck', 'an unknown runtime', { ...tcp, runtimeId: '1999.01' }],
  ['createTcpCheck', 'an empty tag', { ...tcp, tags: [''] }],
  [
    'createTcpCheck',
    'a subscription without activated',
    { ...tcp, alertChannelSubscriptions: [{ alertChannelId: 1 }] },
  ],
  ['createTcpCheck', 'retries above 10', { ...tcp, retryStrategy: { maxRetries: 11 } }],
  ['createDnsCheck', 'no heartbeat', { name: 'a', request: dns.request, script: '' }],
  ['createDnsCheck', 'no script', { name: 'a', request: dns.request, heartbeat: {} }],
  ['createDnsCheck', 'null for its heartbeat', { ...dns, heartbeat: null }],
  ['createDnsCheck', 'null for its script', { ...dns, script: null }],
  ['createHeartbeatCheck', 'no heartbeat', { name: 'a' }],
  ['createIcmpCheck', 'a packet loss above 100', { ...icmp, maxPacketLossThreshold: 101 }],
  ['updateTcpCheck', 'an empty name', { name: '' }],
  ['createCheckGeneric', 'no type', tcp],
  ['createCheckGeneric', 'an unknown type', { ...tcp, checkType: 'TELEPATHY' }],
  ['createCheckGeneric', 'a request of another type', { ...tcp, checkType: 'URL' }],
  ['createCheckGroupV2', 'no name', {}],
  ['createCheckGroupV2', 'a concurrency of 0', { ...group, concurrency: 0 }],
  ['createCheckGroupV2', 'more than 100 variables', { ...group, environmentVariables: variables(101) }],
  ['updateCheckGroupV2', 'no name', { muted: true }],
  ...(['createCheckGroup', 'createCheckGroupV2', 'updateCheckGroup', 'updateCheckGroupV2'] as const).map(
    (id) =>
      [id, 'a base URL that cannot be parsed', { ...group, apiCheckDefaults: { url: 'https://[half/' } }] as const,
  ),
  ['createAlertChannel', 'no config', { type: 'EMAIL' }],
  ['createAlertChannel', 'the config of another type', { type: 'EMAIL', config: { url: 'https://example.com' } }],
  ['createAlertChannel', 'an unknown type', { ...channel, type: 'PIGEON' }],
  ['createAlertChannel', 'a threshold above 30', { ...channel, sslExpiryThreshold: 31 }],
  ['createAlertChannel', 'a threshold of 0', { ...channel, sslExpiryThreshold: 0 }],
  ['updateAlertChannel', 'no type', { config: {} }],
  ['createVariable', 'no value', { key: 'a' }],
  ['updateVariable', 'an empty value', { value: '' }],
  ['updateAlertChannelSubscription', 'no activated', { checkId: 'a' }],
  ['cancelCheckSession', 'an empty list', { sequenceId: [] }],
]

describe('bodies', () => {
  test.each(accepted)('%s takes %s', (id, _what, body) => {
    const validate = accepts(id)
    validate(body)
    expect(validate.errors ?? []).toEqual([])
  })

  test.each(rejected)('%s rejects %s', (id, _what, body) => {
    expect(accepts(id)(body)).toBe(false)
  })

  test('a drop-in DNS monitor needs neither heartbeat nor script', () => {
    const validate = ajv.compile(dropInBodies.createDnsCheck ?? {})
    expect(validate({ name: 'a', request: dns.request })).toBe(true)
    expect(validate({ name: 'a' })).toBe(false)
  })

  test('a mistake inside a nullable object is named by its path alone', () => {
    const validate = accepts('createTcpCheck')
    validate({ ...tcp, retryStrategy: { maxRetries: 11 } })
    expect(validate.errors?.map((error) => error.instancePath)).toEqual(['/retryStrategy/maxRetries'])
  })

  test('create fills the documented defaults, also inside given objects', () => {
    const filled = withDefaults(bodyOf('createTcpCheck'), { ...tcp, retryStrategy: {}, triggerIncident: incident })
    expect(filled).toMatchObject({
      activated: true,
      muted: false,
      doubleCheck: true,
      shouldFail: false,
      useGlobalAlertSettings: true,
      runParallel: false,
      frequency: 10,
      degradedResponseTime: 3000,
      maxResponseTime: 5000,
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 60, maxRetries: 2, sameRegion: true },
      triggerIncident: { severity: 'MAJOR' },
      request: { ipFamily: 'IPv4', assertions: [] },
    })
    expect(withDefaults(bodyOf('createDnsCheck'), dns)).toMatchObject({
      degradedResponseTime: 500,
      maxResponseTime: 1000,
    })
  })

  test('a new group of the first version overrides, one of the second does not', () => {
    expect(withDefaults(bodyOf('createCheckGroup'), group)).toMatchObject({
      useGlobalAlertSettings: true,
      runParallel: false,
      doubleCheck: true,
      concurrency: 3,
    })
    expect(withDefaults(bodyOf('createCheckGroupV2'), group)).toMatchObject({
      useGlobalAlertSettings: null,
      alertSettings: null,
      runParallel: null,
      retryStrategy: 'FALLBACK',
      doubleCheck: false,
      activated: true,
      concurrency: 3,
    })
  })
})
