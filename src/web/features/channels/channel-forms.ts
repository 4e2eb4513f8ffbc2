import type { FieldRow } from '../editor/type-forms.ts'

interface ChannelForm {
  readonly start: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldRow[]
}

const text = (label: string, more: Partial<FieldRow> = {}): FieldRow => ({ path: label, label, kind: 'text', ...more })
const required = { isRequired: true } as const
const kept = { keepsText: true } as const
const phone: ChannelForm = { start: { number: '', name: '' }, fields: [text('number', required), text('name', kept)] }

/** The products whose bodies webhooks know. */
const products = [
  '',
  'WEBHOOK_CORALOGIX',
  'WEBHOOK_DISCORD',
  'WEBHOOK_FIREHYDRANT',
  'WEBHOOK_GITLAB_ALERT',
  'WEBHOOK_ILERT',
  'WEBHOOK_INCIDENTIO',
  'WEBHOOK_MSTEAMS',
  'WEBHOOK_ROOTLY',
  'WEBHOOK_SPIKESH',
  'WEBHOOK_SPLUNK',
  'WEBHOOK_TELEGRAM',
]

/** The settings of each type of channel. */
export const channelForms: Readonly<Record<string, ChannelForm>> = {
  EMAIL: { start: { address: '' }, fields: [text('address', required)] },
  SLACK: { start: { url: 'https://hooks.slack.com/' }, fields: [text('url', required), text('channel')] },
  SLACK_APP: { start: { slackChannels: [] }, fields: [] },
  WEBHOOK: {
    start: { name: '', url: 'https://', method: 'POST' },
    fields: [
      text('name', kept),
      text('url', required),
      { path: 'method', label: 'method', kind: 'select', options: ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD'] },
      { path: 'webhookType', label: 'webhookType', kind: 'select', options: products },
      { path: 'headers', label: 'headers', kind: 'pairs' },
      { path: 'queryParameters', label: 'queryParameters', kind: 'pairs' },
      { path: 'template', label: 'template', kind: 'code', language: 'json', rows: 6 },
      text('webhookSecret'),
    ],
  },
  SMS: phone,
  CALL: phone,
  PAGERDUTY: {
    start: { serviceName: '', serviceKey: '' },
    fields: [text('serviceName', kept), text('serviceKey', required)],
  },
  OPSGENIE: {
    start: { name: '', apiKey: '', region: 'US', priority: 'P3' },
    fields: [
      text('name', kept),
      text('apiKey', required),
      { path: 'region', label: 'region', kind: 'select', options: ['US', 'EU'] },
      { path: 'priority', label: 'priority', kind: 'select', options: ['P1', 'P2', 'P3', 'P4', 'P5'] },
    ],
  },
}
