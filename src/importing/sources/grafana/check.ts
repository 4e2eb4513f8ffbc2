import { commonFields } from '../../counterparts/common-fields.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { leftOut, scheduleFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Places } from '../../counterparts/hosted/places.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import { alertsFrom } from './alerts.ts'
import type { SettingsImport } from './settings-fields.ts'
import { settingsTypes } from './settings-types.ts'

export interface Context {
  readonly draft: Draft
  readonly places: Places
  /** Names of probes by their ids. */
  readonly probes: ReadonlyMap<string, string>
}

const slow: ReadonlySet<unknown> = new Set(['URL', 'DNS', 'ICMP', 'MULTI_STEP', 'BROWSER', 'SSL', 'TRACEROUTE'])

const nameOf = ({ job, target }: Fields): string => textIn(job) || textIn(target)

/** Imports one check. */
export function readCheck(given: Fields, { draft, places, probes }: Context): void {
  const id = textIn(given['id'])
  const name = nameOf(given) || `Check ${id}`
  const item = `check "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const seconds = Math.max(1, (fields.number('frequency') ?? 60_000) / 1000)
  const made = madeFrom(given, { draft, fields, name, seconds, timeoutMs: fields.number('timeout') ?? 3000 })
  fields.exact('job', 'id', 'enabled', 'frequency')
  if (made !== null) {
    const isEnabled = fields.flag('enabled') ?? true
    const names = fields.list('probes').map((probe) => probes.get(textIn(probe)) ?? `probe ${textIn(probe)}`)
    const value: Value = {
      ...commonFields({ name, tags: labelsFrom(fields) }),
      activated: isEnabled,
      ...places.of(fields, 'probes', names, true),
      ...scheduleFrom(fields, 'frequency', seconds, slow.has(made['checkType']) ? 60 : 10),
      retryStrategy: null,
      ...made,
      ...alertsFrom(fields, made, seconds),
    }
    draft.add({ section: 'checks', logicalId: `check-${id}`, item, value, state: isEnabled ? 'unknown' : 'paused' })
  }
  reportRest(fields)
}

function madeFrom(given: Fields, check: Omit<SettingsImport, 'settings'>): Value | null {
  const { draft, fields } = check
  const [type = '', inner = {}] = settingsIn(given)
  const settings = new SourceFields(draft, fields.item, inner, `settings.${type}.`)
  fields.value('settings')
  const read = Object.hasOwn(settingsTypes, type) ? settingsTypes[type] : undefined
  const made = read
    ? read({ ...check, settings })
    : leftOut(draft, fields.item, `There is no check for settings of the type ${type.slice(0, 40) || 'none'}.`)
  settings.finish()
  return made
}

/** Exactly one member is there; others are null in some answers. */
const settingsIn = (given: Fields): readonly [string?, Fields?] => {
  const members = Object.entries(fieldsIn(given['settings'])).filter(([, value]) => value !== null)
  const [first] = members
  return first === undefined ? [] : [first[0], withoutNothing(fieldsIn(first[1]))]
}

/** The API has an empty text or list for each setting that nobody made. */
const withoutNothing = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  )

function labelsFrom(fields: SourceFields): readonly string[] {
  fields.exact('labels')
  return listIn(fields.value('labels')).map(({ name, value }) => `${textIn(name)}:${textIn(value)}`)
}

function reportRest(fields: SourceFields): void {
  fields.ignored(
    'tenantId',
    'offset',
    'basicMetricsOnly',
    'created',
    'modified',
    'disableReason',
    'disabledReason',
    'channels',
  )
  if ((fields.text('alertSensitivity') ?? 'none') === 'none') fields.ignored('alertSensitivity')
  else
    fields.impossible(
      'alertSensitivity',
      'Rules of Prometheus alert by it there: the first run that fails alerts here.',
    )
  fields.impossible('folderUid', 'Put the check into a group.')
  fields.ignoredUnlessRead('target', 'timeout', 'probes', 'labels', 'alerts')
  fields.finish()
}
