import { Fragment } from 'react'
import { Link } from '@tanstack/react-router'
import { valueText } from '../../form-fields/value-text.ts'
import { inheritedFields } from '../../forms/check-forms.ts'
import { lateTexts } from '../../strings/late.ts'
import { alertRulesText } from '../../alerting/alert-rules.ts'
import { channelName } from '../../alerting/channel-name.ts'
import { usePlaces } from '../../places/use-places.ts'
import { useChannels, useSnippets } from './api.ts'
import type { Group } from './api.ts'
import { useGroupMute } from './mute-group.tsx'
import { KeyValues } from '../../ui/key-values.tsx'

const words = lateTexts.setup.groups

/** The inherited settings of a group, as stored; names of variables, never values. */
export function GroupEffect({ group }: { readonly group: Group }) {
  const defaults = group.apiCheckDefaults
  const keys = (list: readonly { readonly key: string }[] | null | undefined): string =>
    (list ?? []).map(({ key }) => key).join(', ')
  const rows: readonly (readonly [label: string, value: React.ReactNode])[] = [
    [words.running, group.activated ? words.own : words.pausesAll],
    [words.notifying, <Mute key="mute" group={group} />],
    [lateTexts.check.fields.tags, group.tags.join(', ')],
    [lateTexts.check.fields.locations, <Locations key="locations" group={group} />],
    [lateTexts.check.fields.retries, retriesOf(group.retryStrategy)],
    [words.alertSettings, alertSettingsOf(group)],
    [lateTexts.editor.channels, <ChannelNames key="channels" group={group} />],
    ...inheritedFields.map((name) => [lateTexts.editor.fields[name], valueText(group[name])] as const),
    [lateTexts.setup.settings.variables, keys(group.environmentVariables)],
    [lateTexts.setup.settings.snippets, <Snippets key="snippets" group={group} />],
    [words.baseUrl, defaults.url],
    [words.headers, keys(defaults.headers)],
    [words.query, keys(defaults.queryParameters)],
    [lateTexts.editor.assertions, defaults.assertions?.length ? words.added(defaults.assertions.length) : ''],
    [words.basicAuth, defaults.basicAuth?.username],
  ]
  return (
    <section className="pad stack" aria-label={words.effect}>
      <h2>{words.effect}</h2>
      <KeyValues>
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="mute">{words.own}</span>}</dd>
          </Fragment>
        ))}
      </KeyValues>
    </section>
  )
}

function Mute({ group }: { readonly group: Group }) {
  const muted = useGroupMute(group)
  return muted === null ? <span className="mute">{words.own}</span> : words.mutesAll(muted)
}

function Locations({ group: { locations, privateLocations } }: { readonly group: Group }) {
  const { namesOf } = usePlaces()
  const list = [...locations, ...(privateLocations ?? [])]
  return list.length > 0 ? namesOf(list) : <span className="mute">{words.own}</span>
}

function ChannelNames({ group }: { readonly group: Group }) {
  const channels = useChannels()
  const ids = new Set(
    group.alertChannelSubscriptions.flatMap(({ alertChannelId, activated }) => (activated ? alertChannelId : [])),
  )
  const used = channels.filter(({ id }) => ids.has(id))
  if (used.length === 0) return <span className="mute">{words.own}</span>
  return used.map((channel, index) => (
    <span key={channel.id}>
      {index > 0 && ', '}
      <Link className="link" to="/channels/$id" params={{ id: String(channel.id) }}>
        {channelName(channel)}
      </Link>
    </span>
  ))
}

function Snippets({ group }: { readonly group: Group }) {
  const { setupSnippetId, tearDownSnippetId } = group
  const snippets = useSnippets()
  const names = new Map(snippets.map(({ id, name }) => [id, name]))
  const parts = [
    partOf(words.setup, setupSnippetId, group.localSetupScript),
    partOf(words.tearDown, tearDownSnippetId, group.localTearDownScript),
  ].flat()
  function partOf(label: string, id: number | null, script: string | null): readonly string[] {
    if (id !== null) return [`${label}: ${names.get(id) ?? `#${id}`}`]
    return script ? [`${label}: ${words.ownScript}`] : []
  }
  return parts.length > 0 ? parts.join(', ') : <span className="mute">{words.own}</span>
}

function retriesOf(strategy: Group['retryStrategy']): string {
  if (strategy === undefined || strategy === 'FALLBACK') return ''
  if (strategy === null) return lateTexts.check.noRetries
  return lateTexts.check.retries(strategy.type === 'SINGLE_RETRY' ? 1 : (strategy.maxRetries ?? 1))
}

function alertSettingsOf({ useGlobalAlertSettings, alertSettings }: Group): string {
  if (useGlobalAlertSettings === true) return words.ofAccount
  if (useGlobalAlertSettings === null || alertSettings === null) return ''
  return alertRulesText(alertSettings)
}
