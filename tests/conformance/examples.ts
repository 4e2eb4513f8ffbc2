import type { OperationId } from '#contract'
import { randomId } from '#kernel'
import type { SeededAccount } from './seeded-account.ts'

type Body = Record<string, unknown>

const check = (request: Body | undefined): Body => ({
  name: 'Check of the conformance tests',
  activated: true,
  frequency: 10,
  locations: ['eu-west-1'],
  retryStrategy: null,
  ...(request ? { request } : {}),
})

/** Bodies that create one resource of each kind. */
export const bodies = {
  tcp: () => check({ hostname: 'tcp.example', port: 443 }),
  dns: () => ({ ...check({ query: 'dns.example', recordType: 'A' }), heartbeat: null, script: null }),
  url: () => check({ url: 'https://url.example/' }),
  api: () => check({ method: 'GET', url: 'https://api.example/' }),
  icmp: () => check({ hostname: 'icmp.example' }),
  heartbeat: () => ({
    name: 'Heartbeat of the conformance tests',
    activated: true,
    heartbeat: { period: 1, periodUnit: 'hours', grace: 10, graceUnit: 'minutes', pingToken: randomId() },
  }),
  group: () => ({ name: 'Group of the conformance tests', locations: ['eu-west-1'] }),
  channel: () => ({ type: 'EMAIL', config: { address: 'on-call@mail.example' } }),
  variable: () => ({ key: `KEY_${randomId().slice(0, 8)}`, value: 'value' }),
}

export interface Example {
  readonly params?: (seed: SeededAccount) => Readonly<Record<string, string | number>>
  readonly body?: (seed: SeededAccount) => unknown
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The status of a call with everything right, when the success of the row cannot be had by one call. */
  readonly answers?: number
}

const updated = () => ({ name: 'A new name' })
const subscription = ({ checkIds }: SeededAccount) => ({ checkId: checkIds.url, activated: true })
const byCheck = (type: keyof SeededAccount['checkIds']) => ({
  params: ({ checkIds }: SeededAccount) => ({ id: checkIds[type] }),
  body: updated,
})
const byHeartbeat = {
  params: ({ checkIds, eventId }: SeededAccount) => ({ checkId: checkIds.heartbeat, id: eventId }),
}
const tcpCheck = { params: ({ checkIds }: SeededAccount) => ({ id: checkIds.tcp }) }
const group = { params: (seed: SeededAccount) => ({ id: seed.groupId }) }
const variable = { params: (seed: SeededAccount) => ({ key: seed.variableKey }) }
const channel = { params: (seed: SeededAccount) => ({ id: seed.channelId }) }
const memberOfGroup = { params: (seed: SeededAccount) => ({ groupId: seed.groupId, checkId: seed.groupCheckId }) }
const account = { params: (seed: SeededAccount) => ({ accountId: seed.accountId }) }

/** What each operation is called with. An operation that needs nothing, or only a session or a check, has no row. */
export const examples: { readonly [K in OperationId]?: Example } = {
  createTcpCheck: { body: bodies.tcp },
  createDnsCheck: { body: bodies.dns },
  createUrlCheck: { body: bodies.url },
  createApiCheck: { body: bodies.api },
  createIcmpCheck: { body: bodies.icmp },
  createHeartbeatCheck: { body: bodies.heartbeat },
  createCheckGeneric: { body: () => ({ checkType: 'TCP', ...bodies.tcp() }) },
  updateTcpCheck: byCheck('tcp'),
  updateDnsCheck: byCheck('dns'),
  updateUrlCheck: byCheck('url'),
  updateApiCheck: byCheck('api'),
  updateIcmpCheck: byCheck('icmp'),
  updateHeartbeatCheck: byCheck('heartbeat'),
  updateCheckGeneric: byCheck('url'),
  getCheck: tcpCheck,
  getCheckV2: tcpCheck,
  getCheckV3: tcpCheck,
  deleteCheck: tcpCheck,
  listHeartbeatEvents: byHeartbeat,
  getHeartbeatEvent: byHeartbeat,
  getHeartbeatAvailability: byHeartbeat,
  createCheckGroup: { body: bodies.group },
  createCheckGroupV2: { body: bodies.group },
  updateCheckGroup: { ...group, body: updated },
  updateCheckGroupV2: { ...group, body: updated },
  getCheckGroup: group,
  // The group of the seed holds a check.
  deleteCheckGroup: { ...group, answers: 409 },
  listCheckGroupChecks: group,
  listCheckGroupChecksV2: group,
  getCheckGroupCheck: memberOfGroup,
  getCheckGroupCheckV2: memberOfGroup,
  createVariable: { body: bodies.variable },
  getVariable: variable,
  updateVariable: { ...variable, body: () => ({ value: 'a new value' }) },
  deleteVariable: variable,
  createAlertChannel: { body: bodies.channel },
  getAlertChannel: channel,
  updateAlertChannel: { ...channel, body: bodies.channel },
  deleteAlertChannel: channel,
  updateAlertChannelSubscription: { ...channel, body: subscription },
  triggerCheckSessions: { body: ({ checkIds }) => ({ target: { checkId: [checkIds.url] } }) },
  triggerCheckSessionsV2: { body: ({ checkIds }) => ({ target: { checkId: [checkIds.url] } }) },
  // Only runs of types that do not exist yet can be cancelled.
  cancelCheckSession: { body: () => ({}), answers: 400 },
  getRuntime: { params: () => ({ id: '2026.04' }) },
  getCheckGroupBadge: { params: (seed) => ({ groupId: seed.groupId }) },
  getAccount: account,
  getEntitlements: account,
}

/** Parameters that mean the same wherever no row says otherwise. */
export const usualParams = (seed: SeededAccount): Readonly<Record<string, string | number>> => ({
  checkId: seed.checkIds.tcp,
  checkResultId: seed.resultId,
  checkSessionId: seed.sessionId,
})
