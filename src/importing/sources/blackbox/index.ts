import { isFields } from '#contract'
import { commonFields } from '../../counterparts/common-fields.ts'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { Placeholders } from '../../counterparts/placeholders.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { retriesOf } from '../../counterparts/retries.ts'
import { scheduleOf } from '../../counterparts/schedule.ts'
import { secondsOf } from '../../counterparts/durations.ts'
import { targetOf } from '../../counterparts/target.ts'
import { partsOf } from '../../counterparts/yaml-documents.ts'
import type { Part } from '../../counterparts/yaml-documents.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import type { ProbeCheck, ProbeTarget } from './block-fields.ts'
import { readModule } from './module.ts'
import { readRules } from './rules.ts'
import type { ProbeRule } from './rules.ts'
import { isTargetList, jobTargets, probeTargets } from './targets.ts'
import type { Found } from './targets.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

const kinds = ['Probe', 'Ingress', 'PrometheusRule']

const isOurs = (value: Fields): boolean =>
  (typeof value['kind'] === 'string' && kinds.includes(value['kind'])) ||
  isFields(value['modules']) ||
  ['scrape_configs', 'additionalScrapeConfigs'].some((name) => Array.isArray(value[name])) ||
  (Array.isArray(value['groups']) &&
    value['groups'].some((group) => isFields(group) && Array.isArray(group['rules']))) ||
  isTargetList(value)

export const blackbox: Source = {
  name: 'blackbox',
  title: 'blackbox_exporter',
  takes:
    'Its blackbox.yml with the prometheus.yml that uses it, files of targets and rules, or Probe resources of Kubernetes.',
  read: async (files, choices) => {
    const draft = new Draft()
    const placeholders = new Placeholders(draft, choices.environment)
    const parts = partsOf(files, isOurs).map(({ path, value }) => ({
      path,
      // Elsewhere a dollar sign belongs to expressions.
      value: isFields(value['modules']) ? { ...value, modules: placeholders.fill(value['modules'], path) } : value,
    }))
    if (parts.length === 0)
      throw new SourceProblem(
        'No file has modules, scrape jobs or Probe resources: give blackbox.yml and prometheus.yml.',
      )
    const found = targetsIn(parts, draft)
    if (found.length === 0 && !parts.some(({ value }) => isFields(value['modules'])))
      throw new SourceProblem(
        'No scrape job has the path /probe, and there is no Probe: nothing here uses blackbox_exporter.',
      )
    if (found.length > maxImported / 2)
      throw new SourceProblem(`One import takes at most ${maxImported / 2} targets: split the files.`)
    const groups = new NamedGroups(draft)
    const context = {
      draft,
      groups,
      location: choices.location,
      rules: readRules(parts, draft),
      moduleOf: modulesIn(parts, draft),
    }
    for (const one of found) addTarget(one, context)
    return draft.finish()
  },
}

function targetsIn(parts: readonly Part[], draft: Draft): readonly Found[] {
  const globals = parts.flatMap(({ value }) => (isFields(value['global']) ? [value['global']] : []))
  const [globalSeconds = 60] = globals.flatMap((one) => secondsOf(textIn(one['scrape_interval'])) ?? [])
  const context = { draft, parts, globalSeconds }
  return parts.flatMap(({ value }) => {
    const jobs = [value['scrape_configs'], value['additionalScrapeConfigs']].flatMap((list) =>
      Array.isArray(list) ? list.filter(isFields) : [],
    )
    return value['kind'] === 'Probe' ? probeTargets(value, context) : jobs.flatMap((job) => jobTargets(job, context))
  })
}

/** Modules that everybody has, as the exporter's own example has them. */
const usual: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ['http_2xx', { prober: 'http' }],
  ['http_post_2xx', { prober: 'http', http: { method: 'POST' } }],
  ['tcp_connect', { prober: 'tcp' }],
  ['icmp', { prober: 'icmp' }],
  ['grpc_plain', { prober: 'grpc' }],
])

type ReadModule = ReturnType<typeof readModule>

function modulesIn(parts: readonly Part[], draft: Draft): (name: string) => ReadModule | null {
  const given = new Map(
    parts.flatMap(({ value }) => Object.entries(isFields(value['modules']) ? value['modules'] : {})),
  )
  const read = new Map<string, ReadModule | null>()
  for (const [name, module] of given) if (isFields(module)) read.set(name, readModule(draft, name, module))
  return (name) => {
    const known = read.get(name)
    if (known !== undefined) return known
    const fallback = usual.get(name)
    const note = fallback
      ? 'No file has it: taken as the exporter has it in its example.'
      : 'No file has it: give blackbox.yml, too.'
    draft.report({ item: `module "${name}"`, field: '', fate: fallback ? 'approximated' : 'impossible', note })
    const module = fallback ? readModule(draft, name, fallback) : null
    read.set(name, module)
    return module
  }
}

interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  readonly location: string
  readonly rules: readonly ProbeRule[]
  readonly moduleOf: (name: string) => ReadModule | null
}

function addTarget(
  { item, labels, everySeconds, timeoutMs }: Found,
  { draft, groups, location, rules, moduleOf }: Context,
): void {
  const { target, instance, moduleName, hostname, job } = namesIn(labels)
  const named = `target "${instance.slice(0, 300)}" of ${item}`
  const module = moduleOf(moduleName)
  const wanted = secondsOf(labels.get('__scrape_interval__') ?? null) ?? everySeconds
  const asked = { target, hostname, timeoutMs: timeoutMs ?? 9500, isFrequent: wanted < 60 }
  const made = checkBy(module, asked)
  if (typeof made === 'string') {
    draft.report({ item: named, field: '', fate: 'impossible', note: made })
    return
  }
  const schedule = scheduleOf(wanted, made.shortest)
  const fate = schedule.note === null ? 'exact' : 'approximated'
  draft.report({ item: named, field: '', fate, note: schedule.note ?? '' })
  const matching = rules.filter(({ isFor }) => isFor(labels))
  const value = {
    ...commonFields({ name: instance, tags: tagsOf(labels) }),
    locations: [location],
    ...groups.fieldOf(job),
    ...alertsBy(matching),
    ...schedule.fields,
    ...made.value,
  }
  const logicalId = `${job ?? ''}-${moduleName}-${target}`.replace(/:\/\//, '-')
  draft.add({ section: 'checks', logicalId, item: named, value })
  addExpiry({ draft, value, logicalId, item: named, target }, matching)
}

function checkBy(module: ReadModule | null, asked: ProbeTarget): ProbeCheck | string {
  if (module === null) return 'Its module is not known.'
  return module.module({ ...asked, timeoutMs: module.timeoutMs ?? asked.timeoutMs })
}

/** The name, the target and the module of a target, by its labels. */
function namesIn(labels: ReadonlyMap<string, string>) {
  const target = labels.get('__param_target') ?? labels.get('__address__') ?? ''
  return {
    target,
    instance: labels.get('instance') ?? target,
    moduleName: labels.get('__param_module') ?? 'http_2xx',
    hostname: labels.get('__param_hostname') ?? null,
    job: labels.get('job') ?? null,
  }
}

function tagsOf(labels: ReadonlyMap<string, string>): readonly string[] {
  const own = [...labels].filter(([name]) => !name.startsWith('__') && name !== 'job' && name !== 'instance')
  return own.map(([name, value]) => `${name}:${value}`)
}

/** Without a rule the first failed run alerts. */
function alertsBy(matching: readonly ProbeRule[]): Readonly<Record<string, unknown>> {
  const settings = matching.find(({ alertSettings }) => alertSettings !== undefined)?.alertSettings
  const { escalation, retryStrategy } = retriesOf({ failures: 0, retrySeconds: 0, intervalSeconds: 0 })
  return { retryStrategy, ...alertFieldsOf({ ...escalation, ...settings }, remindersOf(null)) }
}

interface Added {
  readonly draft: Draft
  readonly value: Fields
  readonly logicalId: string
  readonly item: string
  readonly target: string
}

/** A check of the certificate where a rule warns of its end. */
function addExpiry({ draft, value, logicalId, item, target }: Added, matching: readonly ProbeRule[]): void {
  const days = Math.max(0, ...matching.flatMap(({ expiryDays }) => expiryDays ?? []))
  const host = targetOf(target)
  if (days === 0 || host === null || host.scheme !== 'https') return
  const { name, locations, group, tags, retryStrategy, alertSettings, useGlobalAlertSettings } = value
  const common = {
    locations,
    retryStrategy,
    alertSettings,
    useGlobalAlertSettings,
    ...(group ? { group } : {}),
    ...(tags ? { tags } : {}),
  }
  const sslConfig = { hostname: host.hostname, port: host.port ?? 443, alertDaysBeforeExpiry: days }
  const check = {
    checkType: 'SSL',
    name: `${String(name).slice(0, 490)} (certificate)`,
    ...common,
    frequency: 60,
    request: { sslConfig },
  }
  draft.add({ section: 'checks', logicalId: `${logicalId}-certificate`, item, value: check })
}
