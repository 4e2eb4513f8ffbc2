import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { Ajv } from 'ajv'
import { isWebUrlText, webUrlFormat } from '../check-types/request-fields.ts'
import { describe, expect, it } from 'vitest'
import {
  alertChannelTypes,
  channelSecrets,
  channelTypes,
  findChannelProblem,
  webhookPresets,
  withDefaults,
} from '#contract'
import type { WebhookConfig } from '#contract'

const ajv = new Ajv({ strict: false })
ajv.addFormat(webUrlFormat, isWebUrlText)
const accepts = (type: keyof typeof channelTypes, config: unknown): boolean =>
  ajv.validate(channelTypes[type].config, config)

describe('channel types', () => {
  it('take one address or a list, with or without variables, and nothing else', () => {
    const good = [
      'a@b.example',
      ' a@b.example , c+d@e.example',
      '{{ONCALL}}',
      'a@b.example,{{ ONCALL }}',
      'ü@bücher.example',
    ]
    const bad = ['', 'a', 'a@', '@b', 'a@b,', 'a@b c@d', 'a@b;c@d', 'a@b\r\nBcc: c@d', '"x" <a@b>', 'a@b@c', '{{a b}}']
    expect(good.filter((address) => !accepts('EMAIL', { address }))).toEqual([])
    expect(bad.filter((address) => accepts('EMAIL', { address }))).toEqual([])
  })

  // Expressions that try every way to split the list would not end within the time limit of the test.
  it('are not held up by a hostile address list', () => {
    expect(accepts('EMAIL', { address: `${'a@b,'.repeat(1000)};` })).toBe(false)
    expect(accepts('EMAIL', { address: `${'a@b , '.repeat(600)} `.padEnd(4096, ' ') })).toBe(false)
  })

  it('accept http and https URLs only, and reject unknown fields', () => {
    expect(accepts('SLACK', { url: 'https://hooks.slack.example/services/x' })).toBe(true)
    expect(accepts('SLACK', { url: '{{HOOK}}', channel: null })).toBe(true)
    expect(accepts('WEBHOOK', { url: 'file:///etc/passwd' })).toBe(false)
    expect(accepts('WEBHOOK', { url: 'https://x.example', method: 'TRACE' })).toBe(false)
    expect(accepts('WEBHOOK', { url: 'https://x.example', colour: 'red' })).toBe(false)
  })

  it('fill in what a webhook leaves out', () => {
    expect(
      withDefaults(channelTypes.WEBHOOK.config, { url: 'https://x.example', headers: [{ key: 'a', value: 'b' }] }),
    ).toEqual({
      name: '',
      url: 'https://x.example',
      method: 'POST',
      template: null,
      headers: [{ key: 'a', value: 'b', locked: false }],
      queryParameters: [],
      webhookSecret: null,
      webhookType: null,
    })
  })

  it('know the secrets of a config: credential fields and locked values', () => {
    const config: WebhookConfig = {
      name: 'n',
      url: 'https://x.example',
      method: 'POST',
      template: null,
      headers: [
        { key: 'a', value: 'locked-one', locked: true },
        { key: 'b', value: 'open', locked: false },
      ],
      queryParameters: [{ key: 'c', value: 'locked-two', locked: true }],
      webhookSecret: 'signing',
      webhookType: null,
    }
    expect(channelSecrets('WEBHOOK', config).toSorted()).toEqual([
      'https://x.example',
      'locked-one',
      'locked-two',
      'signing',
    ])
    expect(channelSecrets('SLACK', { url: 'https://hooks', channel: null })).toEqual(['https://hooks'])
    expect(channelSecrets('EMAIL', { address: 'a@b.example' })).toEqual([])
  })

  it('name only fields their config has, and keep both halves in folders of one name', () => {
    for (const row of Object.values(channelTypes)) {
      const named = [...row.secrets, ...row.templates, ...(row.attached?.fields ?? [])]
      expect(Object.keys(row.config.properties)).toEqual(expect.arrayContaining(named))
      for (const room of ['contract/channel-types', 'channels'])
        expect(existsSync(new URL(`../../${room}/${row.folder}/${row.folder}.ts`, import.meta.url))).toBe(true)
    }
  })

  it('have two examples that their schema takes and that differ in every field', () => {
    for (const type of alertChannelTypes) {
      const [first, second]: readonly object[] = channelTypes[type].examples
      expect([accepts(type, first), accepts(type, second)]).toEqual([true, true])
      const others = new Map(Object.entries(second ?? {}))
      const same = Object.entries(first ?? {}).filter(([name, value]) => isDeepStrictEqual(value, others.get(name)))
      expect({ type, same }).toEqual({ type, same: [] })
    }
  })

  it('take phone numbers in E.164 form only', () => {
    const good = ['+4930901820', '+12', '+123456789012345']
    const bad = ['', '4930901820', '+0301234567', '+49 30 901820', '+1234567890123456', '+1-555', '+', '{{PHONE}}']
    for (const type of ['SMS', 'CALL'] as const) {
      expect(good.filter((number) => !accepts(type, { number }))).toEqual([])
      expect(bad.filter((number) => accepts(type, { number }))).toEqual([])
      expect(accepts(type, { name: 'nobody' })).toBe(false)
      expect(withDefaults(channelTypes[type].config, { number: '+12' })).toEqual({ number: '+12', name: '' })
      expect(channelSecrets(type, { number: '+4930901820', name: 'on call' })).toEqual([])
    }
  })

  it('take at least one channel of Slack, by name, person or id', () => {
    const accepted = (...slackChannels: string[]): boolean => accepts('SLACK_APP', { slackChannels })
    expect([accepted('#alerts'), accepted('@ops', 'C0123ABCD'), accepted('#überwachung')]).toEqual([true, true, true])
    expect([accepted(), accepted('a b'), accepted('#'), accepted('<!channel>'), accepted('#a', '#a')]).toEqual(
      Array.from({ length: 5 }, () => false),
    )
    expect(accepts('SLACK_APP', { url: 'https://hooks.slack.example' })).toBe(false)
  })

  it('need the key of PagerDuty and hide it', () => {
    expect(withDefaults(channelTypes.PAGERDUTY.config, { serviceKey: 'k' })).toEqual({
      account: '',
      serviceName: '',
      serviceKey: 'k',
    })
    expect([{}, { serviceKey: '' }, { serviceKey: 1 }].filter((config) => accepts('PAGERDUTY', config))).toEqual([])
    expect(accepts('PAGERDUTY', { serviceKey: '{{PAGERDUTY_KEY}}' })).toBe(true)
    expect(channelSecrets('PAGERDUTY', { account: 'a', serviceName: 'b', serviceKey: 'c' })).toEqual(['c'])
  })

  it('need the key of Opsgenie, hide it, and take its two regions and five priorities', () => {
    const config = { name: '', apiKey: 'k', region: 'US', priority: 'P3' } as const
    expect(withDefaults(channelTypes.OPSGENIE.config, { apiKey: 'k' })).toEqual(config)
    expect(accepts('OPSGENIE', { name: 'ops', apiKey: 'k', region: 'EU', priority: 'P1' })).toBe(true)
    const bad = [{}, { apiKey: 'k', region: 'eu' }, { apiKey: 'k', priority: 'P6' }, { apiKey: 'k', priority: 3 }]
    expect(bad.filter((wrong) => accepts('OPSGENIE', wrong))).toEqual([])
    expect(channelSecrets('OPSGENIE', config)).toEqual(['k'])
  })

  it('take the presets of a webhook by their names and no other', () => {
    const accepted = (webhookType: unknown): boolean => accepts('WEBHOOK', { url: 'https://x.example', webhookType })
    expect([...webhookPresets, '', null].filter((name) => !accepted(name))).toEqual([])
    expect(['WEBHOOK_DICORD', 'discord', 1].filter(accepted)).toEqual([])
  })
})

it('a browser has a key that is a point of its curve', () => {
  const [config] = channelTypes.WEB_PUSH.examples
  expect(findChannelProblem('WEB_PUSH', { ...config })).toBe(null)
  expect(findChannelProblem('WEB_PUSH', { ...config, p256dh: `BA${'A'.repeat(85)}` })).toMatchObject({
    path: 'config.p256dh',
  })
})
