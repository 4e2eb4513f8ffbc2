import { httpMethods } from '../../counterparts/http-check.ts'
import { readTests } from '../../counterparts/script-tests/read-tests.ts'
import type { ScriptTest } from '../../counterparts/script-tests/read-tests.ts'
import { reportTests } from '../../counterparts/script-tests/report-tests.ts'
import type { Demands } from '../../counterparts/script-tests/report-tests.ts'
import type { SourceVariables } from '../../counterparts/source-variables.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { isFields } from '#contract'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import type { Fields, Item } from './collection.ts'
import { rawRequest, textsOf } from './request.ts'
import type { RawRequest } from './request.ts'

/** A request that is read, whose variables have no values yet. */
export interface Prepared extends Demands {
  readonly id: string
  readonly name: string
  readonly folders: readonly string[]
  /** As in the report. */
  readonly item: string
  readonly raw: RawRequest
  readonly auth: unknown
  readonly description: string | null
  readonly followRedirects: boolean
  readonly skipSSL: boolean
  /** The names of variables that it uses. */
  readonly uses: ReadonlySet<string>
}

export interface PrepareContext {
  readonly draft: Draft
  readonly variables: SourceVariables
  /** Tests by their script, as those of a collection belong to all its requests. */
  readonly scripts: Map<string, Promise<readonly ScriptTest[] | null>>
}

/** Reads a request of a collection; null, with the reason in the report, for one that no check sends. */
export async function prepare(
  { fields: given, folders, auth, events }: Item,
  context: PrepareContext,
): Promise<Prepared | null> {
  const { draft, variables } = context
  const { request } = given
  const ofRequest = isFields(request) ? request : { url: textIn(request) }
  const name = textIn(given['name']).trim() || textIn(request) || 'unnamed'
  const path = [...folders, name].join(' / ')
  const item = `request "${path.slice(0, 300)}"`
  const { raw, ...rest } = read(new SourceFields(draft, item, { ...given, request: ofRequest }), ofRequest)
  const tests = await testsOf(events, item, context)
  if (!httpMethods.includes(raw.method) || raw.url === '') {
    const note = raw.url === '' ? 'It has no URL.' : `Checks do not send the method ${raw.method.slice(0, 40)}.`
    draft.report({ item, field: '', fate: 'impossible', note })
    return null
  }
  const { auth: effective = auth } = ofRequest
  const uses = new Set<string>()
  for (const text of [...textsOf(raw), ...textsInside(effective)]) variables.namesIn(text, uses)
  return { id: idOf(given) || path, name, folders, item, raw, auth: effective, ...rest, ...tests, uses }
}

const idOf = ({ id, _postman_id: other }: Fields): string => textIn(id) || textIn(other)

/** Reads the fields of an item and of its request, but for scripts. */
function read(own: SourceFields, ofRequest: Fields) {
  own.exact('name')
  own.ignored('id', 'uid', '_postman_id', 'response', '_postman_previewlanguage', '_postman_isSubFolder')
  for (const field of ['request', 'event', 'auth', 'variable']) own.value(field)
  const description = descriptionOf(ofRequest['description']) ?? descriptionOf(own.value('description'))
  const fields = own.fields('request')
  const raw = rawRequest(fields)
  fields.exact('description')
  fields.value('auth')
  fields.impossible('proxy', 'Run the check at a private location that uses the proxy.')
  fields.impossible('certificate', 'Add it as a client certificate of the account for this host.')
  fields.finish()
  const behaviour = behaviourOf(own)
  own.finish()
  return { raw, description, ...behaviour }
}

/** A text, or `{ "content", "type" }`. */
const descriptionOf = (given: unknown): string | null =>
  (isFields(given) ? textIn(given['content']) : textIn(given)) || null

function behaviourOf(own: SourceFields): { readonly followRedirects: boolean; readonly skipSSL: boolean } {
  const behaviour = own.fields('protocolProfileBehavior')
  behaviour.exact('followRedirects', 'strictSSL')
  behaviour.ignored('disableBodyPruning', 'disableUrlEncoding', 'disabledSystemHeaders', 'disableCookies')
  const found = {
    followRedirects: behaviour.flag('followRedirects') ?? true,
    skipSSL: behaviour.flag('strictSSL') === false,
  }
  behaviour.finish()
  return found
}

function textsInside(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > 6 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => textsInside(one, depth + 1))
}

const linesOf = ({ script }: Fields): string => {
  const exec = isFields(script) ? script['exec'] : script
  return Array.isArray(exec) ? exec.map(textIn).join('\n') : textIn(exec)
}

/** The tests of all scripts that run after the request, each of which is a line of the report. */
async function testsOf(events: readonly Fields[], item: string, context: PrepareContext): Promise<Demands> {
  const tests: ScriptTest[] = []
  for (const event of events) if (event['disabled'] !== true) tests.push(...(await testsIn(event, item, context)))
  return reportTests(context.draft, item, tests)
}

async function testsIn(
  event: Fields,
  item: string,
  { draft, scripts }: PrepareContext,
): Promise<readonly ScriptTest[]> {
  const script = linesOf(event)
  const isTest = event['listen'] === 'test'
  const tests = script.trim() === '' ? [] : isTest ? await parsed(script, scripts) : null
  if (tests !== null) return tests
  const note = isTest ? 'It is no plain script: write assertions.' : 'Write a setup script where the request needs it.'
  draft.report({ item, field: `event ${textIn(event['listen']).slice(0, 20)}`, fate: 'impossible', note })
  return []
}

function parsed(script: string, scripts: PrepareContext['scripts']) {
  const known = scripts.get(script)
  if (known) return known
  const tests = readTests(script)
  scripts.set(script, tests)
  return tests
}
