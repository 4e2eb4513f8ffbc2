import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { alertChannelTypes, channelTypes, checkTypeNames, checkTypes, isFields } from '#contract'
import { editorSchema } from './editor-schema.ts'
import { formSchemaOf } from './form-schemas.ts'
import { loadResources } from './load-resources.ts'
import { parseYaml } from './parse-yaml.ts'
import type { SectionName } from './kinds.ts'

const editor = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false })
editor.addKeyword('patternErrorMessage')
const validate = editor.compile(editorSchema())

const project = { logicalId: 'shop', name: 'Shop' }
const filled = (text: string): string =>
  text
    .replaceAll(/\{uuid\}|\{certificateId\}/g, '0a1f0a55-52ee-4bd0-a36d-3f4b4bdbb5b5')
    .replaceAll('"{snippetId}"', '3')

/** A resource with the fields of an example that files have. */
function resource(section: SectionName, type: object, example: object): object {
  const value: object = JSON.parse(filled(JSON.stringify({ ...example, ...type })))
  const { properties } = formSchemaOf(section, value)
  return Object.fromEntries(Object.entries(value).filter(([name]) => isFields(properties) && name in properties))
}

const examples: (readonly [string, object])[] = [
  ...checkTypeNames().flatMap((type) =>
    [checkTypes[type].example, ...checkTypes[type].examples].map((example, index) => {
      const complete = { ...checkTypes[type].example, ...example }
      return [`${type} ${index}`, { checks: { it: resource('checks', { checkType: type }, complete) } }] as const
    }),
  ),
  ...alertChannelTypes.flatMap((type) =>
    channelTypes[type].examples.map((config, index) => {
      return [`${type} ${index}`, { alertChannels: { it: resource('alertChannels', { type, config }, {}) } }] as const
    }),
  ),
  ['group', { groups: { it: { name: 'A', retryStrategy: 'FALLBACK', localSetupScript: { file: './a.ts' } } } }],
  ['dashboard', { dashboards: { it: { header: 'A', refreshRate: 60, customUrl: '${env:URL}' } } }],
  ['page', { statusPages: { it: { name: 'A', url: '${env:URL}', cards: [{ name: 'B', services: [{ id: 'x' }] }] } } }],
  [
    'page of components',
    { statusPages: { it: { version: 3, name: 'A', url: 'a', customDomain: '${env:URL}.example' } } },
  ],
  [
    'component',
    { statusPageComponents: { it: { name: 'A', displayOrder: 1, statusPage: { id: 'x' }, parent: { id: 'y' } } } },
  ],
  [
    'rule',
    {
      statusPageAutomationRules: {
        it: {
          name: 'A',
          firstUpdate: 'a',
          lastUpdate: 'b',
          tags: ['a'],
          statusPage: { id: 'x' },
          components: [{ component: { id: 'y' }, targetImpact: 'MAJOR_OUTAGE' }],
        },
      },
    },
  ],
  ['service', { statusPageServices: { it: { name: 'A' } }, statusPages: null }],
  ['location', { privateLocations: { it: { name: 'A', slugName: 'a' } } }],
  ['window', { maintenanceWindows: { it: { name: 'A', startsAt: '2027-01-01', endsAt: '2027-01-02' } } }],
]

/** What the service says of a file. */
async function mistakesOf(file: object): Promise<readonly string[]> {
  const parsed = parseYaml({ path: 'a.json', text: JSON.stringify(file) })
  if ('mistakes' in parsed) throw new Error('JSON is YAML')
  const readScript = async (_from: string, path: string) => ({ path, content: 'x', dependencies: [] })
  const loaded = await loadResources([parsed.file], { isComplete: true, environment: { URL: 'shop' }, readScript })
  return 'mistakes' in loaded ? loaded.mistakes.map(({ field, message }) => `${field} ${message}`) : []
}

it.each(examples)('takes the example %s, as loading does', async (_name, file) => {
  const complete = { $schema: 'https://belfry.example/schemas/resources.json', project, ...file }
  validate(complete)
  expect(validate.errors ?? []).toEqual([])
  expect(await mistakesOf(complete)).toEqual([])
})

const url = { checkType: 'URL', name: 'A', request: { url: 'https://a.example', method: 'GET' } }
const group = { name: 'A' }
const mail = { type: 'EMAIL', config: { address: 'a@a.example' } }

it.each([
  ['an unknown section', { cheks: {} }],
  ['no type', { checks: { it: { name: 'A' } } }],
  ['an unknown type', { checks: { it: { ...url, checkType: 'URLS' } } }],
  ['a field of another type', { checks: { it: { ...url, script: 'x' } } }],
  ['a misspelt field', { checks: { it: { ...url, activatd: true } } }],
  ['a misspelt field within', { checks: { it: { ...url, request: { ...url.request, folowRedirects: true } } } }],
  ['a missing field', { checks: { it: { ...url, request: { method: 'GET' } } } }],
  ['a value of another kind', { checks: { it: { ...url, frequency: '10' } } }],
  ['a value out of range', { checks: { it: { ...url, frequency: 7 } } }],
  ['an address that is none', { checks: { it: { ...url, request: { ...url.request, url: 'a.example' } } } }],
  ['an id in place of a name', { checks: { it: { ...url, groupId: 3 } } }],
  ['a field that the service sets', { groups: { it: { ...group, created_at: '2026-01-01' } } }],
  ['a reference that is none', { groups: { it: { ...group, alertChannels: [{ name: 'a' }] } } }],
  ['an id of another kind', { groups: { it: { ...group, alertChannels: [{ id: 'a' }] } } }],
  ['subscriptions of a channel', { alertChannels: { it: { ...mail, subscriptions: [] } } }],
  ['a config of another type', { alertChannels: { it: { ...mail, config: { url: 'https://a.example' } } } }],
  ['a name with spaces', { groups: { 'a b': group } }],
  ['a script that is none', { groups: { it: { ...group, localSetupScript: { path: 'a' } } } }],
  ['a file that ends nowhere', { dashboards: { it: { header: 'A', customUrl: 'A B' } } }],
  ['a project without a name', { project: { logicalId: 'a' } }],
])('rejects %s, as loading does', async (_name, mistake) => {
  const file = { project, ...mistake }
  expect(validate(file)).toBe(false)
  expect(await mistakesOf(file)).not.toEqual([])
})

it('is small enough for an editor that asks for it often', () => {
  expect(JSON.stringify(editorSchema()).length).toBeLessThan(120_000)
})
