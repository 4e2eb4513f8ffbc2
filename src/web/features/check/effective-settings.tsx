import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alertRulesText } from '../../alerting/alert-rules.ts'
import { valueText } from '../../form-fields/value-text.ts'
import { inheritedFields } from '../../forms/check-forms.ts'
import { labelOf } from '../../strings/label-of.ts'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'
import { useEffectiveSettings } from './api.ts'
import type { EffectiveSettings as Settings } from './api.ts'
import { usePlaces } from '../../places/use-places.ts'
import type { Places } from '../../places/use-places.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import styles from './effective-settings.module.css'

const words = lateTexts.effectiveSettings
const labels = { ...lateTexts.editor.fields, ...words.fields }
type Source = Settings['activated']['source']
type Retries = Settings['retryStrategy']['value']

/** The effective settings of a check with their sources, and the overridden settings of the check. */
export const EffectiveSettings = ({ checkId }: { readonly checkId: string }) => (
  <section className="mt24" aria-labelledby="effective-settings">
    <h2 id="effective-settings">{words.title}</h2>
    <Loaded query={useEffectiveSettings(checkId)}>{(settings) => <Rows settings={settings} />}</Loaded>
  </section>
)

interface Line {
  readonly text: ReactNode
  readonly source?: Source
  readonly more?: string | undefined
}

function Rows({ settings }: { readonly settings: Settings }) {
  const { namesOf } = usePlaces()
  return (
    <KeyValues className={`mt16 ${styles.settings}`}>
      {rowsOf(settings, namesOf).map(({ name, lines }) => (
        <div key={name}>
          <dt>{labels[name]}</dt>
          <dd>
            {lines.map(({ text, source, more }, index) => (
              <div key={index}>
                {text} {source && <From source={source} group={settings.group} />}
                {more && <div className="small mute">{more}</div>}
              </div>
            ))}
          </dd>
        </div>
      ))}
    </KeyValues>
  )
}

function From({ source, group }: { readonly source: Source; readonly group: Settings['group'] }) {
  if (source !== 'GROUP' || group === null) return <span className="small mute">{words.from[source]}</span>
  return (
    <span className="small mute">
      {words.fromGroup}{' '}
      <Link className="link" to="/groups/$id" params={{ id: String(group.id) }}>
        {group.name}
      </Link>
    </span>
  )
}

interface Row {
  readonly name: keyof typeof labels
  readonly lines: readonly Line[]
}

/** Lists of nothing are left out; a setting always says what applies. */
function rowsOf(settings: Settings, namesOf: Places['namesOf']): readonly Row[] {
  return [...settingRows(settings, namesOf), ...entryRows(settings)].filter(({ lines }) => lines.length > 0)
}

function settingRows(settings: Settings, namesOf: Places['namesOf']): readonly Row[] {
  const { privateLocations, runtimeId, baseUrl, basicAuth, setup, tearDown } = settings
  const hasCode = setup.length + tearDown.length > 0 || runtimeId.source !== 'ACCOUNT'
  return [
    { name: 'activated', lines: lineOf(settings.activated, yesOrNo) },
    { name: 'muted', lines: lineOf(settings.muted, yesOrNo) },
    { name: 'locations', lines: lineOf(settings.locations, (codes) => namesOf(codes) || words.none) },
    { name: 'privateLocations', lines: isOf(privateLocations) ? lineOf(privateLocations, listed) : [] },
    { name: 'retryStrategy', lines: lineOf(settings.retryStrategy, retriesOf) },
    { name: 'alertSettings', lines: lineOf(settings.alertSettings, alertRulesText) },
    ...inheritedFields.map((name) => ({
      name,
      lines: name === 'runtimeId' && !hasCode ? [] : inheritedLine(settings[name]),
    })),
    { name: 'baseUrl', lines: baseUrl.value === null ? [] : lineOf(baseUrl, (value) => value ?? words.none) },
    { name: 'basicAuth', lines: basicAuth.value ? lineOf(basicAuth, yesOrNo) : [] },
  ]
}

type Inherited = Settings[(typeof inheritedFields)[number]]

const inheritedLine = (setting: Inherited): readonly Line[] =>
  lineOf<Inherited['value']>(setting, (value) => valueText(value) || words.none)

const isOf = ({ value, own = [] }: Settings['privateLocations']): boolean => value.length + own.length > 0

const lineOf = <T,>(
  { value, source, own }: { readonly value: T; readonly source: Source; readonly own?: T },
  textOf: (value: T) => string,
): readonly Line[] => [{ text: textOf(value), source, more: own === undefined ? undefined : words.own(textOf(own)) }]

const yesOrNo = (value: boolean): string => (value ? words.yes : words.no)
const listed = (values: readonly string[]): string => values.join(', ') || words.none

function retriesOf(strategy: Retries): string {
  if (strategy === null) return lateTexts.check.noRetries
  return lateTexts.check.retries('maxRetries' in strategy ? (strategy.maxRetries ?? 1) : 1)
}

type Entry = Settings['tags'][number]

function entryRows(settings: Settings): readonly Row[] {
  const named = (['tags', 'environmentVariables', 'headers', 'queryParameters'] as const).map((name) => ({
    name,
    lines: settings[name].map(entryOf),
  }))
  const steps = (['setup', 'tearDown'] as const).map((name) => ({ name, lines: settings[name].map(stepOf) }))
  return [
    { name: 'alertChannels', lines: settings.alertChannels.map(channelOf) },
    ...named,
    { name: 'assertions', lines: settings.assertions.map(assertionOf) },
    ...steps,
  ]
}

const insteadOf = ({ alsoIn }: Pick<Entry, 'alsoIn'>): string | undefined =>
  alsoIn.length === 0 ? undefined : words.insteadOf(alsoIn.map((level) => words.instead[level]).join(words.and))

const entryOf = ({ key, source, alsoIn }: Entry): Line => ({
  text: <span className="mono">{key}</span>,
  source,
  more: insteadOf({ alsoIn }),
})

const channelOf = ({ channelId, name, activated, source, alsoIn }: Settings['alertChannels'][number]): Line => ({
  text: (
    <>
      <Link className="link" to="/channels/$id" params={{ id: String(channelId) }}>
        {name}
      </Link>
      {!activated && ` (${words.inactive})`}
    </>
  ),
  source,
  more: insteadOf({ alsoIn }),
})

const { sources, comparisons } = lateTexts.assertion
const assertionOf = ({ assertion, source }: Settings['assertions'][number]): Line => ({
  text: (
    <>
      {labelOf(sources, assertion.source)} <span className="mono">{assertion.property}</span>{' '}
      {labelOf(comparisons, assertion.comparison)} <span className="mono">{assertion.target}</span>
    </>
  ),
  source,
})

const stepOf = ({ snippetId, source }: Settings['setup'][number]): Line => ({
  text: snippetId === null ? words.script : words.snippet(snippetId),
  source,
})
