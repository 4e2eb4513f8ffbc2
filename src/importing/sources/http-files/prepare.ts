import { stepsOf } from '../../counterparts/conditions.ts'
import type { Place } from '../../counterparts/expectations.ts'
import { httpMethods } from '../../counterparts/http-check.ts'
import { readTests } from '../../counterparts/script-tests/read-tests.ts'
import type { ScriptTest } from '../../counterparts/script-tests/read-tests.ts'
import { reportTests } from '../../counterparts/script-tests/report-tests.ts'
import type { Demands } from '../../counterparts/script-tests/report-tests.ts'
import type { SourceVariables } from '../../counterparts/source-variables.ts'
import type { Draft } from '../../draft.ts'
import type { ParsedRequest } from './parse.ts'

/** A request that is read, whose variables have no values yet. */
export interface Prepared extends Demands {
  readonly parsed: ParsedRequest
  readonly item: string
  readonly folders: readonly string[]
  readonly uses: ReadonlySet<string>
}

/** Null, with the reason in the report, for a request that no check sends. */
export async function prepare(
  parsed: ParsedRequest,
  path: string,
  variables: SourceVariables,
  draft: Draft,
): Promise<Prepared | null> {
  const item = `request "${parsed.name.slice(0, 200)}" (${path}:${parsed.line})`
  if (!httpMethods.includes(parsed.method)) {
    draft.report({ item, field: '', fate: 'impossible', note: `Checks do not send ${parsed.method.slice(0, 40)}.` })
    return null
  }
  for (const { what, line } of parsed.unread)
    draft.report({ item, field: `line ${line}`, fate: 'impossible', note: `It is a ${what}: write it by hand.` })
  for (const [name, value] of parsed.settings) reportSetting(draft, item, name, value)
  const tests: ScriptTest[] = []
  for (const script of parsed.tests) {
    const found = await readTests(script)
    if (found) tests.push(...found)
    else draft.report({ item, field: 'tests', fate: 'impossible', note: 'They are no plain script: write assertions.' })
  }
  const uses = new Set<string>()
  const { url, headers, body } = parsed
  for (const text of [url, body ?? '', ...headers.flatMap(({ key, value }) => [key, value])])
    variables.namesIn(text, uses)
  return { parsed, item, folders: [path], ...reportTests(draft, item, tests), uses }
}

const settingNotes: Readonly<Record<string, readonly [fate: 'exact' | 'approximated' | 'ignored', note: string]>> = {
  name: ['exact', ''],
  'no-redirect': ['exact', ''],
  'no-cookie-jar': ['approximated', 'Cookies last for one run.'],
  timeout: ['approximated', 'A run waits 30 seconds at most.'],
  'connection-timeout': ['approximated', 'A run waits 30 seconds at most.'],
  'no-log': ['ignored', ''],
  note: ['ignored', ''],
}

function reportSetting(draft: Draft, item: string, name: string, value: string): void {
  const known = Object.hasOwn(settingNotes, name) ? settingNotes[name] : undefined
  const [fate, note] = known ?? ['unknown' as const, '']
  draft.report({ item, field: `@${name}${name === 'prompt' ? ` ${value.split(' ')[0] ?? ''}` : ''}`, fate, note })
}

/** `{{login.response.body.$.token}}` takes a part of the response to the request that is called login. */
export function withReferences(requests: readonly Prepared[]): readonly Prepared[] {
  const wanted = new Set(requests.flatMap(({ uses }) => [...uses]))
  return requests.map((one) => {
    const name = one.parsed.settings.get('name')
    if (name === undefined || name === '') return one
    const own = [...wanted].filter((reference) => reference.startsWith(`${name}.response.`))
    const places = own.flatMap((reference) => {
      const place = placeOf(reference.slice(name.length + '.response.'.length))
      return place === null ? [] : [[reference, place] as const]
    })
    return { ...one, stored: [...one.stored, ...places] }
  })
}

function placeOf(path: string): Place | null {
  const [part, ...rest] = path.split('.')
  const inner = rest.join('.')
  if (part === 'headers' && inner !== '') return { kind: 'header', name: inner }
  if (part !== 'body') return null
  if (inner === '*' || inner === '') return { kind: 'text' }
  const steps = stepsOf(inner.replace(/^\$\.?/, ''))
  return steps && { kind: 'json', steps }
}
