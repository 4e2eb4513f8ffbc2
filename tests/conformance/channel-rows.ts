import { alertChannelTypes, channelTypes } from '#contract'
import type { ResourceRow } from './resource-row.ts'

const channelRow = (type: string, config: object, other: object): ResourceRow => ({
  create: 'createAlertChannel',
  read: 'getAlertChannel',
  update: 'updateAlertChannel',
  list: 'listAlertChannels',
  remove: 'deleteAlertChannel',
  // Another way to write subscriptions, of new channels only.
  ignored: ['subscribe'],
  full: (seed) => ({
    type,
    config,
    subscriptions: [{ checkId: seed.checkIds.tcp, activated: true }],
    sendRecovery: false,
    sendFailure: false,
    sendDegraded: true,
    sslExpiry: true,
    sslExpiryThreshold: 10,
    autoSubscribe: true,
    pausedUntil: '2027-01-01T10:00:00.000Z',
  }),
  always: () => ({ type, config }),
  changes: (seed) => [
    { sendRecovery: true },
    { sendFailure: true },
    { sendDegraded: false },
    { sslExpiry: false },
    { sslExpiryThreshold: 5 },
    { autoSubscribe: false },
    { pausedUntil: null },
    { subscriptions: [{ groupId: seed.groupId, activated: false }] },
    { config: other },
    { type, config },
  ],
})

/** Alert channels of every type. */
export const channelRows: Readonly<Record<string, ResourceRow>> = Object.fromEntries(
  alertChannelTypes.map((type) => {
    const { label, examples } = channelTypes[type]
    const [config, other] = examples
    return [`an alert channel: ${label}`, channelRow(type, config, other)]
  }),
)
