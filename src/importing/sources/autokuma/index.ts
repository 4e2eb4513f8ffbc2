import { isFields } from '#contract'
import { configurationsOf } from '../../counterparts/toml-or-yaml.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { importKuma } from '../uptime-kuma/index.ts'
import { parseBackup } from '../uptime-kuma/parse-backup.ts'
import { backupOf, namesIn } from './entities.ts'
import type { Entity, Fields } from './entities.ts'
import { entitiesOf, pairsOf, settingsOf } from './labels.ts'

export const autokuma: Source = {
  name: 'autokuma',
  title: 'AutoKuma',
  takes: 'Compose files with its labels, its configuration, static monitors (JSON, TOML, YAML), KumaEntity resources.',
  read: async (files, choices) => {
    const documents = files.flatMap((file) => configurationsOf(file).map((value) => ({ path: file.path, value })))
    const draft = new Draft()
    const values = documents.map(({ value }) => value).filter(isFields)
    const services = values.flatMap(servicesOf)
    const settings = settingsOf(
      services.flatMap(({ fields }) => pairsOf(fields['environment'])),
      values.filter((value) => isFields(value['snippets']) || isFields(value['docker'])),
    )
    const entities = [
      ...services.flatMap((service) => entitiesOf(containerOf(service), settings, draft)),
      ...documents.flatMap(({ path, value }) => staticEntities(path, value)),
    ]
    if (entities.length === 0)
      throw new SourceProblem('No file has labels or monitors of AutoKuma: give Compose files, or its static monitors.')
    if (entities.length > maxImported) throw new SourceProblem(`One import takes at most ${maxImported} monitors.`)
    reportMissing(entities, draft)
    const imported = importKuma(parseBackup('', backupOf(entities)), choices)
    const hosts = entities.filter(({ type }) => type === 'docker_host')
    for (const { id } of hosts) draft.report({ item: `docker_host "${id}"`, field: '', fate: 'ignored', note: '' })
    return { ...imported, report: [...draft.finish().report, ...imported.report] }
  },
}

/** AutoKuma waits for things that are not there yet. */
function reportMissing(entities: readonly Entity[], draft: Draft): void {
  const ids = new Set(entities.map(({ id }) => id))
  for (const { id, settings } of entities)
    for (const field of ['parent_name', 'notification_name_list', 'notification_names'])
      for (const name of namesIn(settings[field]))
        if (!ids.has(name))
          draft.report({
            item: `monitor "${id}"`,
            field,
            fate: 'impossible',
            note: `No file has ${name.slice(0, 100)}.`,
          })
}

interface Service {
  readonly name: string
  readonly fields: Fields
}

const servicesOf = ({ services }: Fields): readonly Service[] =>
  Object.entries(isFields(services) ? services : {}).flatMap(([name, fields]) =>
    isFields(fields) ? [{ name, fields }] : [],
  )

/** The labels of a service, of its containers or of the swarm. */
function containerOf({ name, fields }: Service) {
  const { deploy, labels, container_name: given, image } = fields
  const all = [...pairsOf(labels), ...pairsOf(isFields(deploy) ? deploy['labels'] : null)]
  // A dollar sign is written twice in Compose.
  const plain = all.map(([label, value]) => [label, value.replaceAll('$$', '$')] as const)
  const values = {
    container_name: textIn(given) || name,
    image: textIn(image),
    container: { Labels: Object.fromEntries(plain) },
  }
  return { name, labels: plain, values }
}

/** An object with a type, a list of them, or a resource of Kubernetes. */
function staticEntities(path: string, value: unknown): readonly Entity[] {
  const id = (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]*$/, '')
  if (Array.isArray(value)) return value.flatMap((one: unknown, index) => entityOf(`${id}[${index}]`, one))
  if (!isFields(value)) return []
  const { kind, metadata, spec } = value
  if (kind !== 'KumaEntity') return entityOf(id, value)
  const name = isFields(metadata) ? textIn(metadata['name']) : ''
  return entityOf(name || id, isFields(spec) ? spec['config'] : null)
}

function entityOf(id: string, value: unknown): readonly Entity[] {
  if (!isFields(value) || typeof value['type'] !== 'string' || isFields(value['services'])) return []
  const { type, ...settings } = value
  return [{ id, type: textIn(type), settings }]
}
