import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { channelSecrets, channelTypes, isImplementedChannelType, withDefaults } from '#contract'
import type { WebhookConfig } from '#contract'

const ajv = new Ajv({ strict: false })
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

  it('judge a hostile address list in linear time', () => {
    const started = performance.now()
    expect(accepts('EMAIL', { address: `${'a@b,'.repeat(1000)};` })).toBe(false)
    expect(accepts('EMAIL', { address: `${'a@b , '.repeat(600)} `.padEnd(4096, ' ') })).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
  })

  it('take web addresses only, and refuse unknown fields', () => {
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
    expect(channelSecrets('WEBHOOK', config).toSorted()).toEqual(['locked-one', 'locked-two', 'signing'])
    expect(channelSecrets('SLACK', { url: 'https://hooks', channel: null })).toEqual(['https://hooks'])
    expect(channelSecrets('EMAIL', { address: 'a@b.example' })).toEqual([])
  })

  it('name only fields their config has, and are told apart from the types that cannot deliver yet', () => {
    for (const row of Object.values(channelTypes)) {
      expect(Object.keys(row.config.properties)).toEqual(expect.arrayContaining([...row.secrets, ...row.templates]))
    }
    expect(['EMAIL', 'SMS', 'constructor'].map(isImplementedChannelType)).toEqual([true, false, false])
  })
})
