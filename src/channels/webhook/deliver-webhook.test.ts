import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { WebhookConfig } from '#contract'
import { facts, notificationId, notificationOf, toolsWith } from '../../../tests/support/notification.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import type { ReceivedRequest } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'
import type { NotificationOf } from '../index.ts'

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
const golden = (name: string): string => `../../../tests/golden/channels/${name}`

async function received(
  config: Partial<WebhookConfig>,
  changes: Partial<NotificationOf<'WEBHOOK'>> = {},
  path = '',
): Promise<ReceivedRequest> {
  await using receiver = await startWebReceiver((response) => response.writeHead(204).end())
  const delivery = await deliver(
    notificationOf('WEBHOOK', { ...plain, url: `${receiver.url}${path}`, ...config }, changes),
    toolsWith(),
  )
  expect(delivery).toEqual({ outcome: 'sent', response: 'HTTP 204' })
  const [request] = receiver.requests
  if (!request) throw new Error('The receiver got no request.')
  return request
}

const rejection = async (config: Partial<WebhookConfig>, changes: Partial<NotificationOf<'WEBHOOK'>> = {}) =>
  deliver(notificationOf('WEBHOOK', { ...plain, url: 'http://127.0.0.1:1/', ...config }, changes), toolsWith())

describe('a webhook', () => {
  it('receives the documented JSON document when it has no template', async () => {
    const request = await received({})
    expect(request).toMatchObject({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' } })
    await expect(`${JSON.stringify(JSON.parse(request.body), null, 2)}\n`).toMatchFileSnapshot(
      golden('webhook-body.json'),
    )
  })

  it('receives its template filled for JSON, whatever the facts hold', async () => {
    const template = `{
  "title": "{{ALERT_TITLE}}",
  "error": "{{CHECK_ERROR_MESSAGE}}",
  "status": "{{#contains ALERT_TYPE "RECOVERY"}}resolved{{else}}firing{{/contains}}",
  "team": "{{tagValue TAGS "team" "nobody"}}",
  "tags": [{{#each TAGS}}"{{this}}"{{#unless @last}}, {{/unless}}{{/each}}],
  "ms": {{RESPONSE_TIME}},
  "day": "{{date STARTED_AT "YYYY-MM-DD"}}",
  "reminder": {{IS_REMINDER}},
  "analysis": "{{#if AI_ANALYSIS_LINK}}{{AI_ANALYSIS_LINK}}{{else}}none{{/if}}",
  "expires": "{{SSL_DAYS_REMAINING}}",
  "variable": "{{PLAIN}} {{{PLAIN}}}",
  "unknown": "{{NOBODY}}"
}
`
    const request = await received({ template }, { variables: { PLAIN: 'a b', ALERT_TYPE: 'mine' } })
    expect(JSON.parse(request.body)).toMatchObject({ title: facts.alertTitle, error: facts.checkErrorMessage })
    await expect(request.body).toMatchFileSnapshot(golden('webhook-template.json'))
  })

  it('says what is known of the cause', async () => {
    const analysis = {
      classification: 'INFRASTRUCTURE_ERROR',
      rootCause: 'Nothing listens at "db".',
      userImpact: 'All.',
      codeFix: '',
      link: 'https://belfry.example/checks/1/results/2#root-cause-analysis',
    }
    const template = `{ "kind": "{{AI_ANALYSIS_CLASSIFICATION}}", "cause": "{{AI_ANALYSIS_ROOT_CAUSE}}",
      "impact": "{{AI_ANALYSIS_USER_IMPACT}}", "fix": "{{#if AI_ANALYSIS_CODE_FIX}}yes{{else}}no{{/if}}",
      "link": "{{AI_ANALYSIS_LINK}}" }`
    const { body } = await received({ template }, { facts: { ...facts, analysis } })
    expect(JSON.parse(body)).toEqual({
      kind: 'INFRASTRUCTURE_ERROR',
      cause: 'Nothing listens at "db".',
      impact: 'All.',
      fix: 'no',
      link: analysis.link,
    })
  })

  it('encodes a value for its context', async () => {
    const variables = { HOST: 'x', TOKEN: 'a+/=b', PATH: 'v1/é' }
    const request = await received(
      {
        headers: [
          { key: 'Authorization', value: 'Bearer {{TOKEN}}', locked: true },
          { key: 'Content-Type', value: 'application/x-www-form-urlencoded', locked: false },
        ],
        queryParameters: [
          { key: 'name', value: '{{CHECK_NAME}}', locked: false },
          { key: 'a b', value: '1&2', locked: false },
        ],
        template: 'text={{CHECK_NAME}}&raw={{{TOKEN}}}',
      },
      { variables },
      '/{{PATH}}/{{CHECK_NAME}}?x=1#part',
    )
    expect(request.path).toBe('/v1/%C3%A9/Shop%20%26%20%3Ccart%3E?x=1&name=Shop%20%26%20%3Ccart%3E&a%20b=1%262')
    expect(request.headers.authorization).toBe('Bearer a+/=b')
    expect(request.body).toBe('text=Shop%20%26%20%3Ccart%3E&raw=a+/=b')
  })

  it('does not let facts of the target choose another address', async () => {
    const hostile = { ...facts, checkErrorMessage: '/../../admin?x=@evil.example/#' }
    const request = await received({}, { facts: hostile }, '/hook/{{CHECK_ERROR_MESSAGE}}')
    expect(request.path).toBe('/hook/%2F..%2F..%2Fadmin%3Fx%3D%40evil.example%2F%23')
  })

  it('is signed over the raw body, with an id and a moment that stay the same over attempts', async () => {
    const [first, second] = [
      await received({ webhookSecret: '{{KEY}}' }, { variables: { KEY: 'geheim' } }),
      await received({ webhookSecret: '{{KEY}}' }, { variables: { KEY: 'geheim' }, attempt: 2 }),
    ]
    const { headers } = first
    expect(headers['x-service-signature']).toBe(createHmac('sha256', 'geheim').update(first.body).digest('hex'))
    expect(headers['x-service-notification-id']).toBe(notificationId)
    expect(headers['x-service-timestamp']).toBe(String(Date.parse(JSON.parse(first.body).createdAt)))
    expect(second).toEqual({ ...first, headers: { ...headers, host: second.headers.host } })
  })

  it('has no signature without a secret, and its own headers cannot be given', async () => {
    const headers = [
      { key: 'X-Service-Notification-Id', value: 'mine', locked: false },
      { key: 'Content-Length', value: '3', locked: false },
      { key: 'Transfer-Encoding', value: 'chunked', locked: false },
    ]
    const request = await received({ headers })
    expect(request.headers['x-service-signature']).toBeUndefined()
    expect(request.headers['x-service-notification-id']).toBe(notificationId)
    expect(request.headers['content-length']).toBe(String(Buffer.byteLength(request.body)))
  })

  it('sends no body with GET and HEAD, and with DELETE only a given one', async () => {
    expect((await received({ method: 'GET', template: 'x' })).body).toBe('')
    expect(await received({ method: 'get', template: 'x' })).toMatchObject({ method: 'GET', body: '' })
    expect(await received({ method: 'HEAD' })).toMatchObject({ method: 'HEAD', body: '' })
    expect((await received({ method: 'DELETE' })).body).toBe('')
    expect((await received({ method: 'DELETE', template: 'x' })).body).toBe('x')
    expect(await received({ method: 'PATCH', template: 'x' })).toMatchObject({ method: 'PATCH', body: 'x' })
  })

  it('has a length without a body, and any text in a header', async () => {
    const headers = [{ key: 'Title', value: '{{CHECK_NAME}}\nsecond', locked: false }]
    const request = await received({ headers, template: '{{NOBODY}}' }, { facts: { ...facts, checkName: 'Zürich 🚀' } })
    expect(request.headers['content-length']).toBe('0')
    expect(Buffer.from(String(request.headers['title']), 'latin1').toString()).toBe('Zürich 🚀 second')
  })

  it('shortens what an alert says where all of it would be too much', async () => {
    const long = {
      ...facts,
      checkErrorMessage: 'é'.repeat(100_000),
      tags: Array.from({ length: 50 }, (_, at) => `${at}`),
    }
    const request = await received(
      {
        headers: [{ key: 'X-Error', value: 'Error: {{CHECK_ERROR_MESSAGE}}', locked: false }],
        queryParameters: [{ key: 'error', value: '{{CHECK_ERROR_MESSAGE}}', locked: false }],
        template: '{{#each TAGS}}{{CHECK_ERROR_MESSAGE}}{{/each}}{{RESULT_LINK}}',
      },
      { facts: long },
    )
    expect(String(request.headers['x-error']).length).toBeLessThan(1000)
    expect(request.path.length).toBeLessThan(2000)
    expect(request.body).toBe(`${`${'é'.repeat(198)}…`.repeat(10)}${facts.resultLink}`)
  })

  it('is rejected with a message when a template is wrong or a header has no name', async () => {
    expect(await rejection({ template: '{{lookup TAGS "constructor"}}' })).toEqual({
      outcome: 'rejected',
      response: 'template: There is no helper with the name "lookup".',
    })
    expect(await rejection({ headers: [{ key: 'X Name', value: '', locked: false }] })).toMatchObject({
      outcome: 'rejected',
    })
  })
})
