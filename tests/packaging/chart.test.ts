import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { agentSettingRows } from '#agent'
import { ownVersion } from '#contract'
import { settingRows } from '#server'
import { renderGoTemplate } from '../support/go-template.ts'

const chart = resolve(import.meta.dirname, '../../deploy/helm/belfry')
const read = (name: string): string => readFileSync(join(chart, name), 'utf8')
const isValid = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')))

type Part = Record<string, unknown>
type Changes = Readonly<Record<'server' | 'agent' | 'ingress', Part>>

function valuesWith(changes: Changes): Record<string, Part> {
  const defaults: Record<string, Part> = parse(read('values.yaml'))
  return Object.fromEntries(
    Object.entries(defaults).map(([name, part]) => [name, { ...part, ...changes[name as keyof Changes] }]),
  )
}

const keys = { databaseUrl: 'postgres://u:p@db/belfry', secretKey: 's'.repeat(16), initialApiKey: 'k'.repeat(20) }
const least: Changes = { server: keys, agent: {}, ingress: {} }
const everything: Changes = {
  server: { ...keys, artifactsClaim: 'files', environment: { BELFRY_LOG_LEVEL: 'info: "yes"' } },
  agent: { enabled: true, apiKey: 'pl_0123456789', scriptNamespaces: true, environment: { LOG_LEVEL: 'DEBUG' } },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls' },
}

/** What YAML holds, whose shape each test states by what it expects. */
type Loaded = ReturnType<typeof parse>

/** Objects of Kubernetes by kind and name. */
function render(changes: Changes): Record<string, Loaded> {
  const dot = { Values: valuesWith(changes), Release: { Name: 'watch' } }
  const texts = readdirSync(join(chart, 'templates')).map((name) =>
    renderGoTemplate(read(join('templates', name)), dot),
  )
  const documents = texts.flatMap((text) => [...parseAllDocuments(text)] as { errors: Error[]; toJS(): Loaded }[])
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const objects = documents.map((document) => document.toJS()).filter((object) => object !== null)
  return Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]))
}

it('the chart renders servers alone, and servers with agents and an ingress', () => {
  expect(Object.keys(render(least)).toSorted()).toEqual([
    'Deployment watch-server',
    'PodDisruptionBudget watch-server',
    'Secret watch-server',
    'Service watch-server',
  ])
  expect(Object.keys(render(everything)).toSorted()).toEqual([
    'Deployment watch-agent',
    'Deployment watch-server',
    'Ingress watch-server',
    'PodDisruptionBudget watch-agent',
    'PodDisruptionBudget watch-server',
    'Secret watch-agent',
    'Secret watch-server',
    'Service watch-server',
  ])
})

it.each([
  ['server', settingRows],
  ['agent', agentSettingRows],
] as const)('every variable that the chart gives a %s is one of its settings', (component, rows) => {
  const [container] = render(everything)[`Deployment watch-${component}`].spec.template.spec.containers
  const names: string[] = container.env.map(({ name }: { name: string }) => name.replace(/_FILE$/, ''))
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !(name in rows))).toEqual([])
})

it.each(['server', 'agent'])(
  'pods of the %s are those its service and budget choose, and mount only what they have',
  (component) => {
    const objects = render(everything)
    const { spec } = objects[`Deployment watch-${component}`]
    const pod = spec.template.spec
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    expect(objects[`PodDisruptionBudget watch-${component}`].spec.selector).toEqual(spec.selector)
    expect(pod.terminationGracePeriodSeconds).toBe(330)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    const volumes = pod.volumes.map(({ name }: { name: string }) => name)
    const mounts = pod.containers[0].volumeMounts.map(({ name }: { name: string }) => name)
    expect(mounts).toEqual(volumes)
    const ports = pod.containers[0].ports.map(({ name }: { name: string }) => name)
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => pod.containers[0][name])
    for (const probe of probes) expect(ports).toContain((probe.httpGet ?? probe.tcpSocket).port)
  },
)

it('the secrets that pods read are those the chart writes, and the service leads to the servers', () => {
  const objects = render(everything)
  for (const component of ['server', 'agent']) {
    const { spec } = objects[`Deployment watch-${component}`].spec.template
    const { secretName } = spec.volumes.find(({ name }: { name: string }) => name === 'secrets').secret
    const written = Object.keys(objects[`Secret ${secretName}`].stringData).toSorted()
    const values: string[] = spec.containers[0].env.map(({ value }: { value: string }) => value)
    const files = values.flatMap((value) => /^\/run\/secrets\/belfry\/(.+)$/.exec(value)?.[1] ?? [])
    expect(files.toSorted()).toEqual(written)
  }
  const { selector } = objects['Service watch-server'].spec
  expect(objects['Deployment watch-server'].spec.selector.matchLabels).toEqual(selector)
})

it('values with quotes and colons stay single values', () => {
  const { env } = render(everything)['Deployment watch-server'].spec.template.spec.containers[0]
  expect(env).toContainEqual({ name: 'BELFRY_LOG_LEVEL', value: 'info: "yes"' })
})

it('an installation without its secrets is rejected with what is missing', () => {
  expect(() => render({ ...least, server: {} })).toThrow('server.databaseUrl is missing')
  expect(() => render({ ...least, agent: { enabled: true } })).toThrow('agent.apiKey is missing')
})

it('the schema of the values accepts the defaults and rejects names and values that are wrong', () => {
  expect(isValid(valuesWith(everything))).toBe(true)
  const wrong = [{ replica: 1 }, { replicas: 0 }, { secretKey: 'short' }, { environment: { a: 'b' } }]
  expect(wrong.filter((server) => isValid(valuesWith({ ...least, server })))).toEqual([])
})

it('the chart has the version of the program', () => {
  expect(parse(read('Chart.yaml'))).toMatchObject({ version: ownVersion, appVersion: ownVersion })
})
