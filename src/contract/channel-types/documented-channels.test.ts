import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { isWebUrlText, webUrlFormat } from '../check-types/request-fields.ts'
import { describe, expect, it } from 'vitest'
import { AlertChannelCreateBodySchema, alertChannelTypes, webhookPresets } from '#contract'

const ajv = new Ajv({ discriminator: true, strict: true, allowUnionTypes: true, allErrors: true })
ajv.addVocabulary(['x-rule'])
addFormats.default(ajv)
ajv.addFormat(webUrlFormat, isWebUrlText)
const validate = ajv.compile(AlertChannelCreateBodySchema)

const page = readFileSync(new URL('../../../docs/alert-channels.md', import.meta.url), 'utf8')
/** Without the answers to requests, which another test runs. */
const bodies = page.replaceAll(/```http\n[\s\S]*?```\s+```json\n[\s\S]*?```/g, '')
const examples = [...bodies.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))

describe('the page about alert channels', () => {
  it('shows bodies that create a channel', () => {
    for (const example of examples) {
      validate(example)
      expect([example, validate.errors ?? []]).toEqual([example, []])
    }
  })

  it('shows every type and every preset once', () => {
    const isPreset = (example: { config: { webhookType?: string } }): boolean => 'webhookType' in example.config
    const types = examples.filter((example) => !isPreset(example)).map(({ type }) => type)
    const presets = examples.filter(isPreset).map(({ config }) => config.webhookType)
    expect(types.length).toBe(alertChannelTypes.length)
    expect(new Set(types)).toEqual(new Set(alertChannelTypes))
    expect(presets.length).toBe(webhookPresets.length)
    expect(new Set(presets)).toEqual(new Set(webhookPresets))
  })
})
