import { describe, expect, it } from 'vitest'
import { alertTypes, webhookPresets } from '#contract'
import type { AlertFacts, WebhookConfig, WebhookPreset } from '#contract'
import { facts, notificationOf, toolsWith } from '../../../tests/support/notification.ts'
import { pretty } from '../../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import type { ReceivedRequest } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'

const plain: WebhookConfig = {
  name: 'hook',
  url: '',
  method: 'POST',
  template: null,
  headers: [],
  queryParameters: [],
  webhookSecret: null,
  webhookType: null,
}
const needed: Readonly<Record<string, WebhookConfig['queryParameters']>> = {
  WEBHOOK_TELEGRAM: [{ key: 'chat_id', value: '-100123', locked: false }],
  WEBHOOK_ILERT: [{ key: 'integrationKey', value: '{{ILERT}}', locked: true }],
  WEBHOOK_CORALOGIX: [{ key: 'applicationName', value: 'shop', locked: false }],
}
const recovery = {
  alertType: 'ALERT_RECOVERY',
  alertTitle: 'Check "Shop & <cart>" has recovered',
  checkErrorMessage: '',
  responseStatusCode: 200,
  responseStatusText: 'OK',
  startedAt: '2026-11-21T09:40:15.250Z',
} as const

async function sent(
  webhookType: WebhookPreset,
  changes: Partial<AlertFacts> = {},
  config: Partial<WebhookConfig> = {},
): Promise<ReceivedRequest> {
  await using receiver = await startWebReceiver((response) => response.writeHead(204).end())
  const queryParameters = needed[webhookType] ?? []
  const notification = notificationOf(
    'WEBHOOK',
    { ...plain, url: receiver.url, webhookType, queryParameters, ...config },
    { facts: { ...facts, ...changes }, variables: { ILERT: 'key-of-the-source' } },
  )
  expect(await deliver(notification, toolsWith())).toMatchObject({ outcome: 'sent' })
  const [request] = receiver.requests
  if (!request) throw new Error('The receiver got no request.')
  return request
}

const bodyOf = (preset: WebhookPreset, changes: Partial<AlertFacts> = {}) => sent(preset, changes).then(readBody)
const readBody = ({ headers, body }: ReceivedRequest) =>
  headers['content-type'] === 'application/json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))

/** Where each product that tracks incidents reads the key, and how it sees the end. */
const keys: readonly (readonly [WebhookPreset, string, object])[] = [
  ['WEBHOOK_FIREHYDRANT', 'idempotency_key', { status: 'CLOSED' }],
  ['WEBHOOK_GITLAB_ALERT', 'fingerprint', { end_time: recovery.startedAt }],
  ['WEBHOOK_ILERT', 'alertKey', { eventType: 'RESOLVE' }],
  ['WEBHOOK_INCIDENTIO', 'deduplication_key', { status: 'resolved' }],
  ['WEBHOOK_ROOTLY', 'external_id', { status: 'resolved' }],
  ['WEBHOOK_SPIKESH', 'title', { status: 'resolve' }],
  ['WEBHOOK_SPLUNK', 'entity_id', { message_type: 'RECOVERY' }],
]

describe.each(webhookPresets)('the preset %s', (preset) => {
  const golden = (state: string): string =>
    `../../../tests/golden/channels/presets/${preset.replace('WEBHOOK_', '').toLowerCase().replaceAll('_', '-')}-${state}.json`

  it('sends a failure and a recovery as recorded', async () => {
    const failed = await bodyOf(preset)
    const recovered = await bodyOf(preset, recovery)
    await expect(pretty(JSON.stringify(failed))).toMatchFileSnapshot(golden('failure'))
    await expect(pretty(JSON.stringify(recovered))).toMatchFileSnapshot(golden('recovery'))
  })

  it('makes a body of every kind of alert, and no link of what is none', async () => {
    for (const alertType of alertTypes) {
      const body = await bodyOf(preset, { alertType, sslDaysRemaining: 7, resultLink: 'javascript:alert(1)' })
      expect(JSON.stringify(body)).not.toMatch(/"(href|url|source_url|alert_url|external_url)":"javascript/)
    }
  })

  it('gives way to a template', async () => {
    const template = 'chat_id=1&text={{CHECK_NAME}}'
    const headers = [{ key: 'content-type', value: 'text/plain', locked: false }]
    expect(await sent(preset, {}, { template, headers })).toMatchObject({
      body: `chat_id=1&text=${facts.checkName}`,
      headers: { 'content-type': 'text/plain' },
    })
  })
})

describe.each(keys)('what %s opens', (preset, field, end) => {
  it('is ended by the recovery with the same key, which holds the id of the check', async () => {
    const [failed, degraded] = [await bodyOf(preset), await bodyOf(preset, { alertType: 'ALERT_DEGRADED' })]
    const recovered = await bodyOf(preset, recovery)
    expect(failed[field]).toContain(facts.checkId)
    expect([degraded[field], recovered[field]]).toEqual([failed[field], failed[field]])
    expect(recovered).toMatchObject(end)
    expect(failed).not.toMatchObject(end)
    expect((await bodyOf(preset, { alertType: 'ALERT_SSL' }))[field]).not.toBe(failed[field])
  })
})

describe('presets', () => {
  it('put their parameters into the body and leave the others in the address', async () => {
    const other = { key: 'x', value: '1', locked: false }
    const queryParameters = [...(needed['WEBHOOK_ILERT'] ?? []), other]
    const request = await sent('WEBHOOK_ILERT', {}, { queryParameters })
    expect(request.path).toBe('/?x=1')
    expect(JSON.parse(request.body).integrationKey).toBe('key-of-the-source')
  })

  it('are rejected with the name of a parameter that is missing', async () => {
    for (const [webhookType, name] of [
      ['WEBHOOK_TELEGRAM', 'chat_id'],
      ['WEBHOOK_ILERT', 'integrationKey'],
    ] as const) {
      const notification = notificationOf('WEBHOOK', { ...plain, url: 'http://127.0.0.1:1', webhookType })
      expect(await deliver(notification, toolsWith())).toEqual({
        outcome: 'rejected',
        response: `queryParameters: ${webhookType} needs ${name}.`,
      })
    }
  })

  it('take a parameter from the address as well', async () => {
    await using receiver = await startWebReceiver((response) => response.end('{"ok":true}'))
    const url = `${receiver.url}/bot1:a/sendMessage?chat_id=-5`
    await deliver(notificationOf('WEBHOOK', { ...plain, url, webhookType: 'WEBHOOK_TELEGRAM' }), toolsWith())
    expect(new URLSearchParams(receiver.requests[0]?.body).get('chat_id')).toBe('-5')
  })

  it('let a template for Telegram be a form without saying so', async () => {
    const template = 'chat_id=1&parse_mode=HTML&text={{ALERT_TITLE}}'
    const request = await sent('WEBHOOK_TELEGRAM', {}, { template, queryParameters: [] })
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(new URLSearchParams(request.body).get('text')).toBe(facts.alertTitle)
  })

  it('recognise 2xx responses that reject the request', async () => {
    const outcomeOf = async (webhookType: WebhookPreset, answer: string): Promise<string> => {
      await using receiver = await startWebReceiver((response) => response.end(answer))
      return (await deliver(notificationOf('WEBHOOK', { ...plain, url: receiver.url, webhookType }), toolsWith()))
        .outcome
    }
    const failed = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error'
    expect(await outcomeOf('WEBHOOK_MSTEAMS', '1')).toBe('sent')
    expect(await outcomeOf('WEBHOOK_MSTEAMS', `${failed} 429 with ContextId x`)).toBe('retry')
    expect(await outcomeOf('WEBHOOK_MSTEAMS', `${failed} 413 with ContextId x`)).toBe('rejected')
    expect(await outcomeOf('WEBHOOK_SPLUNK', '{"result":"success","entity_id":"x"}')).toBe('sent')
    expect(await outcomeOf('WEBHOOK_SPLUNK', '{"result":"failure","message":"no"}')).toBe('rejected')
  })

  it('let nothing of the outside mention people, make links or break limits', async () => {
    const hostile = '@everyone <@1> [click](https://evil.example) ``` </pre><b> '.repeat(300)
    const changes = { alertTitle: hostile, checkName: hostile, checkErrorMessage: hostile, tags: [hostile] }
    const [embed] = (await bodyOf('WEBHOOK_DISCORD', changes)).embeds
    expect(JSON.stringify(embed).length).toBeLessThanOrEqual(6000)
    expect(embed.description).toContain(String.raw`\[click\]`)
    expect(embed.title.length).toBeLessThanOrEqual(256)
    expect(embed.description.match(/```/g) ?? []).toHaveLength(0)
    const { text } = await bodyOf('WEBHOOK_TELEGRAM', changes)
    expect(text.match(/<[^>]+>/g)).toEqual(['<b>', '</b>', expect.stringMatching(/^<a /), '</a>'])
    expect(text.replaceAll(/<[^>]+>/g, '').replaceAll(/&\w+;/g, '.').length).toBeLessThanOrEqual(4096)
    const card = JSON.stringify(await bodyOf('WEBHOOK_MSTEAMS', changes))
    expect(card).not.toMatch(/[^\\]\[click/)
    expect(card.length).toBeLessThanOrEqual(28_000)
  })
})
