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
const phone = (number: string) => ({ name: 'On call', number })
const webhook = (name: string, method: string) => ({
  name,
  url: 'https://hook.example/x',
  method,
  template: '{"title":"{{ALERT_TITLE}}"}',
  headers: [{ key: 'X-Key', value: 'v', locked: false }],
  queryParameters: [{ key: 'q', value: 'v', locked: false }],
  webhookSecret: 'secret',
  webhookType: 'WEBHOOK_DISCORD',
})

/** Alert channels of every type. */
export const channelRows: Readonly<Record<string, ResourceRow>> = {
  'a mail channel': channelRow('EMAIL', { address: 'a@mail.example' }, { address: 'b@mail.example' }),
  'a Slack channel': channelRow(
    'SLACK',
    { url: 'https://hooks.slack.com/services/a', channel: '#ops' },
    { url: 'https://hooks.slack.com/services/b', channel: null },
  ),
  'a Slack app channel': channelRow('SLACK_APP', { slackChannels: ['#ops'] }, { slackChannels: ['#dev', '@me'] }),
  'a webhook': channelRow('WEBHOOK', webhook('Hook', 'PUT'), webhook('Other', 'post')),
  'a text message channel': channelRow('SMS', phone('+4915112345678'), phone('+4915187654321')),
  'a call channel': channelRow('CALL', phone('+4915112345678'), phone('+4915187654321')),
  'a PagerDuty channel': channelRow(
    'PAGERDUTY',
    { account: 'shop', serviceName: 'web', serviceKey: 'a'.repeat(32) },
    { account: 'other', serviceName: 'api', serviceKey: 'b'.repeat(32) },
  ),
  'an Opsgenie channel': channelRow(
    'OPSGENIE',
    { name: 'Ops', apiKey: 'key', region: 'EU', priority: 'P1' },
    { name: 'Other', apiKey: 'other', region: 'US', priority: 'P5' },
  ),
}
