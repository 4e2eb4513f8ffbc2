import { isFields } from '#contract'
import type { Part } from '../../counterparts/yaml-documents.ts'
import { secondsOf } from '../../counterparts/durations.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import { RelabelProblem, relabelled } from './relabel.ts'
import type { Labels } from './relabel.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

/** A target with the labels it has after the rules of its job. */
export interface Found {
  readonly item: string
  readonly labels: Labels
  readonly everySeconds: number
  readonly timeoutMs: number | null
}

export interface JobContext {
  readonly draft: Draft
  readonly parts: readonly Part[]
  readonly globalSeconds: number
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const fieldsIn = (value: unknown): readonly Fields[] => listOf(value).filter(isFields)
const labelsIn = (value: unknown): readonly (readonly [string, string])[] =>
  Object.entries(isFields(value) ? value : {}).map(([name, one]) => [name, String(one)])

/** The targets of a scrape job of blackbox_exporter; none for jobs of others. */
export function jobTargets(job: Fields, context: JobContext): readonly Found[] {
  const name = textIn(job['job_name']) || 'job'
  const item = `job "${name}"`
  const fields = new SourceFields(context.draft, item, job)
  if (textIn(job['metrics_path']) !== '/probe') {
    context.draft.report({
      item,
      field: '',
      fate: 'ignored',
      note: 'It scrapes something else than blackbox_exporter.',
    })
    return []
  }
  const rules = fields.list('relabel_configs')
  const params = fields.value('params')
  const [module = ''] = listOf(isFields(params) ? params['module'] : []).map(String)
  const [hostname = ''] = listOf(isFields(params) ? params['hostname'] : []).map(String)
  const everySeconds = secondsOf(fields.text('scrape_interval')) ?? context.globalSeconds
  const timeout = secondsOf(fields.text('scrape_timeout'))
  const base: readonly (readonly [string, string])[] = [
    ['job', name],
    ...(module === '' ? [] : [['__param_module', module] as const]),
    ...(hostname === '' ? [] : [['__param_hostname', hostname] as const]),
  ]
  const given = [...fieldsIn(fields.value('static_configs')), ...filesOf(fields, context)]
  const followed = given.flatMap(({ targets, labels }) =>
    listOf(targets).map((target) =>
      afterRules(new Map([['__address__', String(target)], ...base, ...labelsIn(labels)]), rules),
    ),
  )
  reportRules(
    fields,
    'relabel_configs',
    followed.map(({ problem }) => problem),
  )
  reportJob(fields, job)
  return followed.flatMap(({ after }) =>
    after.map((one) => ({ item, labels: one, everySeconds, timeoutMs: timeoutOf(timeout) })),
  )
}

const timeoutOf = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(100, (seconds - 0.5) * 1000)

/** No labels where a rule drops the target; those before the rules where they cannot be followed. */
function afterRules(
  before: Labels,
  rules: readonly unknown[],
): { readonly after: readonly Labels[]; readonly problem: string | null } {
  try {
    const after = relabelled(before, rules)
    return { after: after === null ? [] : [after], problem: null }
  } catch (error) {
    if (!(error instanceof RelabelProblem)) throw error
    return {
      after: [new Map([['__param_target', before.get('__address__') ?? ''], ...before])],
      problem: error.message,
    }
  }
}

/** Reports what keeps rules from being followed, once a job. */
function reportRules(fields: SourceFields, name: string, problems: readonly (string | null)[]): void {
  const problem = problems.find((one) => one !== null)
  if (problem === undefined || problem === null) fields.exact(name)
  else fields.approximated(name, problem)
}

/** Targets in files that are given as well. */
function filesOf(fields: SourceFields, { parts }: JobContext): readonly Fields[] {
  const wanted = fieldsIn(fields.value('file_sd_configs')).flatMap(({ files }) => listOf(files).map(String))
  if (wanted.length === 0) return []
  const found = parts.filter(({ path, value }) => isTargetList(value) && wanted.some((pattern) => fits(path, pattern)))
  if (found.length === 0)
    fields.impossible('file_sd_configs', `Give the files, too: ${wanted.join(', ').slice(0, 200)}.`)
  else fields.exact('file_sd_configs')
  return found.map(({ value }) => value)
}

export const isTargetList = (value: Fields): boolean =>
  Array.isArray(value['targets']) && Object.keys(value).every((name) => name === 'targets' || name === 'labels')

const lastName = (path: string): string => path.split('/').at(-1) ?? ''

/** By the name of the file; one `*` stands for anything. */
function fits(path: string, pattern: string): boolean {
  const [before = '', after] = lastName(pattern).split('*')
  const name = lastName(path)
  return after === undefined ? name === before : name.startsWith(before) && name.endsWith(after)
}

function reportJob(fields: SourceFields, job: Fields): void {
  fields.exact('job_name', 'metrics_path', 'params', 'static_configs', 'scrape_interval', 'scrape_timeout')
  for (const name of Object.keys(job).filter((one) => one.endsWith('_sd_configs') && one !== 'file_sd_configs'))
    fields.impossible(
      name,
      'Its targets are found while Prometheus runs: how many is unknown here. List them in a file.',
    )
  fields.ignored(
    'metric_relabel_configs',
    'scheme',
    'honor_labels',
    'honor_timestamps',
    'basic_auth',
    'authorization',
    'tls_config',
    'sample_limit',
    'scrape_protocols',
  )
  fields.finish()
}

/** The targets of a Probe resource. */
export function probeTargets(probe: Fields, context: JobContext): readonly Found[] {
  const metadata = isFields(probe['metadata']) ? probe['metadata'] : {}
  const namespace = textIn(metadata['namespace']) || 'default'
  const item = `Probe "${namespace}/${textIn(metadata['name'])}"`
  const fields = new SourceFields(context.draft, item, isFields(probe['spec']) ? probe['spec'] : {}, 'spec.')
  const module = fields.text('module')
  const job = fields.text('jobName') ?? `probe/${namespace}/${textIn(metadata['name'])}`
  const everySeconds = secondsOf(fields.text('interval')) ?? context.globalSeconds
  const timeoutMs = timeoutOf(secondsOf(fields.text('scrapeTimeout')))
  const params = fieldsIn(fields.value('params')).map(
    ({ name, values }) => [String(name), textIn(listOf(values)[0])] as const,
  )
  const { targets, rules, labels } = probed(fields.fields('targets'), { ...context, namespace })
  const followed = targets.map((target) => {
    const before: Labels = new Map([
      ['job', job],
      ['namespace', namespace],
      ['__param_target', target],
      ['instance', target],
      ...params.map(([name, value]) => [`__param_${name}`, value] as const),
      ...(module === null ? [] : [['__param_module', module] as const]),
      ...labels,
    ])
    return afterRules(before, rules)
  })
  const problem = followed.find((one) => one.problem !== null)?.problem
  if (problem)
    context.draft.report({ item, field: 'spec.targets relabelingConfigs', fate: 'approximated', note: problem })
  fields.exact('jobName', 'module', 'interval', 'scrapeTimeout', 'params')
  fields.ignored(
    'prober',
    'metricRelabelings',
    'basicAuth',
    'bearerTokenSecret',
    'authorization',
    'oauth2',
    'tlsConfig',
    'sampleLimit',
    'targetLimit',
    'labelLimit',
    'scrapeClass',
  )
  fields.finish()
  return followed.flatMap(({ after }) => after.map((one) => ({ item, labels: one, everySeconds, timeoutMs })))
}

interface ProbedIn extends JobContext {
  readonly namespace: string
}

function probed(block: SourceFields, { draft, parts, namespace }: ProbedIn) {
  const isStatic = block.has('staticConfig')
  const source = block.fields(isStatic ? 'staticConfig' : 'ingress')
  if (isStatic && block.has('ingress')) block.ignored('ingress')
  const rules = source.list('relabelingConfigs')
  const labels = labelsIn(source.value('labels'))
  const targets = isStatic ? source.list('static').map(String) : ingressTargets(source, parts, namespace)
  if (targets.length === 0)
    draft.report({
      item: block.item,
      field: 'spec.targets',
      fate: 'impossible',
      note: 'It has no targets here: give the Ingress resources, too.',
    })
  source.exact('static', 'labels', 'relabelingConfigs', 'selector', 'namespaceSelector')
  source.finish()
  block.finish()
  return { targets, rules, labels }
}

/** One target for each host and path of the Ingress resources that are given. */
function ingressTargets(source: SourceFields, parts: readonly Part[], namespace: string): readonly string[] {
  const selector = source.value('selector')
  const wanted = labelsIn(isFields(selector) ? selector['matchLabels'] : {})
  const given = source.value('namespaceSelector')
  const spaces = isFields(given) ? given : {}
  const names = listOf(spaces['matchNames']).map(String)
  const isIn = (space: string): boolean =>
    spaces['any'] === true || (names.length > 0 ? names.includes(space) : space === namespace)
  return parts
    .filter(({ value }) => value['kind'] === 'Ingress')
    .flatMap(({ value }) => {
      const metadata = isFields(value['metadata']) ? value['metadata'] : {}
      const labels = new Map(labelsIn(metadata['labels']))
      const isWanted =
        isIn(textIn(metadata['namespace']) || 'default') && wanted.every(([name, one]) => labels.get(name) === one)
      return isWanted ? urlsOf(isFields(value['spec']) ? value['spec'] : {}) : []
    })
}

function urlsOf(spec: Fields): readonly string[] {
  const secured = new Set(fieldsIn(spec['tls']).flatMap(({ hosts }) => listOf(hosts).map(String)))
  return fieldsIn(spec['rules']).flatMap(({ host, http }) => {
    const paths = fieldsIn(isFields(http) ? http['paths'] : []).map(({ path }) => textIn(path) || '/')
    const name = textIn(host)
    return (paths.length === 0 ? ['/'] : paths).map(
      (path) => `${secured.has(name) ? 'https' : 'http'}://${name}${path}`,
    )
  })
}
