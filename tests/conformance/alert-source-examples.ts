import type { OperationId } from '#contract'
import type { Example } from './examples.ts'
import type { SeededAccount } from './seeded-account.ts'

const alertSource = { params: ({ alertSourceId }: SeededAccount) => ({ id: alertSourceId }) }
const receivedAlert = { params: ({ receivedAlertId }: SeededAccount) => ({ id: receivedAlertId }) }

/** The operations on alerts of other tools. */
export const alertSourceExamples: { readonly [K in OperationId]?: Example } = {
  createAlertSource: { body: ({ channelId }) => ({ name: 'Grafana', alertChannelIds: [channelId] }) },
  updateAlertSource: { ...alertSource, body: () => ({ name: 'Renamed' }) },
  renewAlertSourceToken: alertSource,
  deleteAlertSource: alertSource,
  getReceivedAlert: receivedAlert,
  unacknowledgeReceivedAlert: receivedAlert,
  acknowledgeReceivedAlert: { ...receivedAlert, body: () => ({ note: 'on it' }) },
  createAlertSilence: {
    body: () => ({ matchers: [{ name: 'service', value: 'shop' }], endsAt: '2099-01-01T00:00:00Z' }),
  },
  deleteAlertSilence: { params: ({ alertSilenceId }) => ({ id: alertSilenceId }) },
}
