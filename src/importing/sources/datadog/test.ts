import { commonFields } from '../../counterparts/common-fields.ts'
import { mail } from '../../counterparts/chat-channels.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import { leftOut, scheduleFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceState } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { httpTest } from './http-test.ts'
import type { Locations } from './locations.ts'
import { alertsFrom, finishOptions } from './options.ts'
import { sslTest } from './ssl-test.ts'
import { multiStepTest } from './steps.ts'
import type { ReadTest, TestImport } from './test-import.ts'
import type { Timeframes } from './timeframes.ts'
import { variablesOf } from './variables.ts'
import { wireTests } from './wire-tests.ts'

export interface Context {
  readonly draft: Draft
  readonly locations: Locations
  readonly channels: Channels
  readonly timeframes: Timeframes
  /** Global variables by their ids. */
  readonly globals: ReadonlyMap<string, Fields>
  /** States by the ids of monitors. */
  readonly states: ReadonlyMap<string, SourceState>
}

const apiTests: Readonly<Record<string, ReadTest>> = {
  ...wireTests,
  http: httpTest,
  ssl: sslTest,
  multi: multiStepTest,
}

/** Types without a counterpart, with what to do instead. */
const others: Readonly<Record<string, string>> = {
  browser: 'Its steps are recorded in a form of Datadog: record them again with Playwright, or write a browser check.',
  mobile: 'Applications of phones are not checked here.',
  network: 'Make an ICMP, TCP or traceroute check of its host.',
  udp: 'There is no check of UDP: make a TCP check of another port, or a heartbeat that a job sends.',
  websocket:
    'There is no check of WebSockets: check the address before the upgrade by an API check, or write a script.',
  mcp: 'There is no check of MCP servers: send its requests by a multi-step check.',
}

const slow: ReadonlySet<unknown> = new Set(['URL', 'DNS', 'ICMP', 'MULTI_STEP', 'SSL'])

/** Imports one test. */
export function readTest(given: Fields, context: Context): void {
  const { draft, locations, timeframes, globals } = context
  const id = textIn(given['public_id']) || textIn(given['monitor_id'])
  const name = textIn(given['name']) || `Test ${id}`
  const item = `test "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const options = fields.fields('options')
  const config = fields.fields('config')
  const seconds = options.number('tick_every') ?? 60
  const test = { draft, fields, config, options, name, seconds, variables: variablesOf(draft, config, globals) }
  const made = madeFrom(test)
  fields.exact('name', 'public_id', 'type', 'subtype', 'status')
  if (made !== null) {
    const state = stateOf(fields, context)
    const places = locations.of(fields)
    const { value: messages, description } = messageFrom(fields, context)
    const value = {
      ...commonFields({ name, tags: tagsFrom(fields, options, timeframes), description }),
      activated: state !== 'paused',
      ...places.value,
      ...scheduleFrom(options, 'tick_every', seconds, slow.has(made['checkType']) ? 60 : 10),
      ...alertsFrom(options, places.count),
      ...messages,
      ...made,
    }
    draft.add({ section: 'checks', logicalId: `test-${id}`, item, value, state })
    config.finish()
    finishOptions(options)
  }
  reportRest(fields)
}

function madeFrom(test: TestImport): Value | null {
  const { draft, fields, config } = test
  const type = fields.text('type') ?? 'api'
  const kind = type === 'api' ? (fields.text('subtype') ?? 'http') : type
  const read = type === 'api' && Object.hasOwn(apiTests, kind) ? apiTests[kind] : undefined
  if (read) return read(test)
  const note = Object.hasOwn(others, kind) ? others[kind] : undefined
  fields.value('steps')
  config.value('request')
  return leftOut(draft, fields.item, note ?? `There is no check for tests of the type ${kind.slice(0, 40)}.`)
}

const stateOf = (fields: SourceFields, { states }: Context): SourceState =>
  fields.text('status') === 'paused' ? 'paused' : (states.get(fields.text('monitor_id') ?? '') ?? 'unknown')

function tagsFrom(fields: SourceFields, options: SourceFields, timeframes: Timeframes): readonly string[] {
  const priority = options.text('monitor_priority')
  fields.exact('tags')
  options.approximated('monitor_priority', 'It is a tag.')
  return [
    ...fields.list('tags').map(textIn),
    ...(priority === null ? [] : [`priority:${priority}`]),
    ...timeframes.tagsFrom(options),
  ]
}

const handle = /@([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|[A-Za-z][\w-]{0,100}(?:\.[\w-]{1,63}){0,8})/g
const placeholder = /\{\{[^{}]{0,300}\}\}/g

/** Handles of mail addresses are channels. The rest of the text is the description. */
function messageFrom(fields: SourceFields, { channels }: Context): { value: Value; description: string | null } {
  const message = (fields.text('message') ?? '').slice(0, 20_000)
  const handles = [...message.matchAll(handle)].map(([, name = '']) => name.toLowerCase())
  for (const name of handles) if (name.includes('@')) channels.add(name, `handle @${name}`, mail(name))
  const text = message.replaceAll(handle, '').replaceAll(placeholder, '').replaceAll(/\s+/g, ' ').trim()
  const value = channels.subscribed(fields, 'message', handles)
  return { value, description: text === '' ? null : text }
}

function reportRest(fields: SourceFields): void {
  fields.ignored(
    'monitor_id',
    'created_at',
    'modified_at',
    'creator',
    'created_by',
    'modified_by',
    'editor',
    'version',
    'stepCount',
  )
  fields.ignored(
    'device_ids',
    'set_cookie',
    'force_delete_dependencies',
    'overall_state',
    'overall_state_modified',
    'org_id',
  )
  fields.ignoredUnlessRead('message', 'tags', 'locations')
  fields.finish()
}
