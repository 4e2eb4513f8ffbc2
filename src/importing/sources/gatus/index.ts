import { isFields } from '#contract'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { Placeholders } from '../../counterparts/placeholders.ts'
import { partsOf } from '../../counterparts/yaml-documents.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { gatusApi } from './api.ts'
import { Channels } from './channels.ts'
import type { Context } from './context.ts'
import { readEndpoint } from './endpoint.ts'
import { liveStatesIn } from './live-states.ts'
import { windowsOf } from './maintenance.ts'
import { mergedParts } from './merge.ts'
import { readPushed } from './pushed.ts'
import { readSuite } from './suite.ts'

/** Where the values of the environment matter; others, such as the storage, are not needed here. */
const read = ['endpoints', 'external-endpoints', 'suites', 'alerting', 'maintenance']
const ours = ['endpoints', 'external-endpoints', 'suites', 'alerting', 'announcements']

const isConfiguration = (value: Readonly<Record<string, unknown>>): boolean =>
  ours.some((name) => Array.isArray(value[name]) || (name === 'alerting' && isFields(value[name])))

export const gatus: Source = {
  name: 'gatus',
  title: 'Gatus',
  takes:
    'Its YAML files: one, a directory, or those inside a ConfigMap, Helm values or a Compose file; with them an answer of its API to compare with.',
  api: gatusApi,
  read: async (files, choices) => {
    const draft = new Draft()
    const { states, rest } = liveStatesIn(files)
    const parts = partsOf(rest, isConfiguration)
    if (parts.length === 0)
      throw new SourceProblem('No file has endpoints of Gatus: give its config.yaml, or the directory of it.')
    const placeholders = new Placeholders(draft, choices.environment)
    const filled = parts.map(({ path, value }) => ({
      path,
      value: Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, read.includes(name) ? placeholders.fill(one, path) : one]),
      ),
    }))
    const fields = new SourceFields(draft, 'configuration', mergedParts(filled))
    const alerting = fields.value('alerting')
    const context: Context = {
      draft,
      channels: new Channels(draft, isFields(alerting) ? alerting : {}),
      groups: new NamedGroups(draft),
      location: choices.location,
      states,
    }
    readAll(fields, context)
    readRest(fields, draft)
    return draft.finish()
  },
}

function readAll(fields: SourceFields, context: Context): void {
  const readers = [
    ['endpoints', readEndpoint],
    ['external-endpoints', readPushed],
    ['suites', readSuite],
  ] as const
  const lists = readers.map(([name, read]) => ({ read, list: fields.list(name).filter(isFields) }))
  if (lists.reduce((sum, { list }) => sum + list.length, 0) > maxImported / 2)
    throw new SourceProblem(`One import takes at most ${maxImported / 2} endpoints: split the files.`)
  for (const { read, list } of lists) for (const [index, one] of list.entries()) read(one, context, index)
}

function readRest(fields: SourceFields, draft: Draft): void {
  const maintenance = fields.value('maintenance')
  if (isFields(maintenance)) windowsOf([maintenance], { draft, item: 'configuration', tag: null })
  fields.impossible('announcements', 'Write them as incidents of a status page.')
  fields.impossible('connectivity', 'A machine that is offline is noticed by the service itself.')
  fields.impossible('tunneling', 'Run checks from an agent behind the tunnel.')
  fields.impossible('remote', 'Import the configuration of the other instance, too.')
  fields.impossible('security', 'Who may sign in is set in this service.')
  fields.ignored(
    'concurrency',
    'metrics',
    'storage',
    'web',
    'ui',
    'debug',
    'disable-monitoring-lock',
    'skip-invalid-config-update',
  )
  fields.finish()
}
