import { commonFields } from '../../counterparts/common-fields.ts'
import { placeOf } from '../../counterparts/groups.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { multipartOf } from '../../counterparts/multipart.ts'
import type { FormPart } from '../../counterparts/multipart.ts'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { requestScript } from '../../counterparts/request-script.ts'
import { isSafe, requestCheck, sourceHeaders } from '../../counterparts/source-request.ts'
import type { SourceRequest } from '../../counterparts/source-request.ts'
import { SourceVariables } from '../../counterparts/source-variables.ts'
import type { SourceVariable } from '../../counterparts/source-variables.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { noSignIn, signInOf } from './auth.ts'
import { postmanFiles, variablesIn } from './collection.ts'
import type { Collection, PostmanFiles } from './collection.ts'
import { prepare } from './prepare.ts'
import type { Prepared } from './prepare.ts'
import { formText } from './request.ts'
import type { RawRequest } from './request.ts'
import { chainsOf } from '../../counterparts/chains.ts'

export const postman: Source = {
  name: 'postman',
  title: 'Postman',
  takes: 'Collections (v2.0 or v2.1) with their environments and globals, as JSON.',
  read: async (files, choices) => {
    const draft = new Draft()
    const given = postmanFiles(files)
    if (given.collections.reduce((sum, { items }) => sum + items.length, 0) > maxImported / 2)
      throw new SourceProblem(`One import takes at most ${maxImported / 2} requests: split the collections.`)
    const groups = new NamedGroups(draft)
    for (const collection of given.collections)
      await readCollection(collection, { draft, groups, choices, given, isOne: given.collections.length === 1 })
    return draft.finish()
  },
}

interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  readonly choices: ImportChoices
  readonly given: PostmanFiles
  /** Whether there is one collection, whose name says nothing. */
  readonly isOne: boolean
}

async function readCollection(collection: Collection, context: Context): Promise<void> {
  const { draft } = context
  reportFolders(collection, draft)
  const variables = new SourceVariables(draft, valuesOf(collection, context))
  const scripts = new Map()
  const requests: Prepared[] = []
  for (const item of collection.items) {
    const request = await prepare(item, { draft, variables, scripts })
    if (request) requests.push(request)
  }
  const { chains, single } = chainsOf(requests)
  for (const request of single) addCheck(request, { ...context, collection, variables })
  for (const chain of chains) addScript(chain.folder, chain.requests, { ...context, collection, variables })
}

function reportFolders({ name, fields: given, folders }: Collection, draft: Draft): void {
  const whole = new SourceFields(draft, `collection "${name}"`, given)
  whole.exact('variable', 'auth')
  whole.ignored('info', 'protocolProfileBehavior')
  whole.value('item')
  whole.value('event')
  whole.finish()
  for (const { path, fields } of folders) {
    const folder = new SourceFields(draft, `folder "${path.join(' / ').slice(0, 300)}"`, fields)
    folder.exact('name', 'auth')
    folder.ignored('description', 'id', 'uid', '_postman_id', '_postman_isSubFolder', 'protocolProfileBehavior')
    folder.value('item')
    folder.value('event')
    folder.finish()
  }
}

/** Values that the person gives come first, then those of environments, of the collection, and of globals. */
function valuesOf({ fields }: Collection, { given, choices }: Context): ReadonlyMap<string, SourceVariable> {
  const values = new Map([...variablesIn(fields['variable']), ...given.variables])
  for (const [name, value] of Object.entries(choices.environment))
    values.set(name, { value, isSecret: values.get(name)?.isSecret ?? false })
  return values
}

interface CheckContext extends Context {
  readonly collection: Collection
  readonly variables: SourceVariables
}

const noNames: ReadonlySet<string> = new Set()

interface Sent {
  readonly request: SourceRequest
  readonly script: string | null
  /** Whether checks can send its body, and sign in so. */
  readonly isWhole: boolean
}

function sentOf(prepared: Prepared, stored: ReadonlySet<string>, { draft, variables }: CheckContext): Sent {
  const { raw, name, item, auth } = prepared
  const fill = (text: string): string => variables.fill(text, stored)
  const found = signInOf(auth, { draft, item, owner: name, fill })
  const signIn = found ?? noSignIn
  const { body } = raw
  const type = body?.type ?? null
  const form = multipartOf(filledParts(body, fill))
  const request: SourceRequest = {
    name,
    item,
    method: raw.method,
    url: withQuery(withScheme(fill(raw.url)), signIn.query),
    headers: [...sourceHeaders(draft, name, headersOf(raw, form?.contentType ?? null, fill)), ...signIn.headers],
    body: form === null ? textOfBody(body, fill) : form.text,
    ...(type !== null && { bodyType: type }),
    basicAuth: signIn.basicAuth,
    followRedirects: prepared.followRedirects,
    skipSSL: prepared.skipSSL,
    expectations: prepared.expectations,
    stored: prepared.stored,
  }
  return { request, script: signIn.script, isWhole: found !== null && (body === null || body.text !== null) }
}

const filledParts = (body: RawRequest['body'], fill: (text: string) => string): readonly FormPart[] =>
  (body?.parts ?? []).map((part) => ({ ...part, name: fill(part.name), text: fill(part.text) }))

/** The boundary of a form comes before any other type of the body. */
function headersOf(
  { headers, body }: RawRequest,
  formType: string | null,
  fill: (text: string) => string,
): readonly HeaderPair[] {
  const given = headers.map(({ key, value }) => ({ key: fill(key), value: fill(value) }))
  const type = formType ?? body?.contentType ?? null
  const untyped = given.filter(({ key }) => key.toLowerCase() !== 'content-type')
  const isKept = type === null || (formType === null && untyped.length < given.length)
  return isKept ? given : [...untyped, { key: 'content-type', value: type }]
}

function textOfBody(body: RawRequest['body'], fill: (text: string) => string): string | null {
  if (body === null || body.text === null) return null
  return body.type === 'FORM' ? formText(body.pairs, fill) : fill(body.text)
}

/** As Postman does without one. */
const withScheme = (url: string): string => (/^(?:https?:\/\/|\{\{)/i.test(url) ? url : `http://${url}`)

const withQuery = (url: string, query: readonly { readonly key: string; readonly value: string }[]): string =>
  query.reduce(
    (text, { key, value }) => `${text}${text.includes('?') ? '&' : '?'}${encodeURIComponent(key)}=${value}`,
    url,
  )

function addCheck(prepared: Prepared, context: CheckContext): void {
  const { draft } = context
  const { item, id, name, description, folders } = prepared
  const { request, script, isWhole } = sentOf(prepared, noNames, context)
  const isActive = isSafe(request) && isWhole
  if (!isWhole) draft.report({ item, field: '', fate: 'approximated', note: 'Without it the check is not active.' })
  else if (!isActive) {
    const note = `${request.method} may change something at each run: the check is not active.`
    draft.report({ item, field: '', fate: 'approximated', note })
  }
  for (const [variable] of prepared.stored) {
    const note = 'No other request uses it.'
    draft.report({ item, field: `sets ${variable.slice(0, 100)}`, fate: 'ignored', note })
  }
  const value = {
    ...placeIn(folders, { name, description }, context),
    activated: isActive,
    ...(script !== null && { localSetupScript: script }),
    ...requestCheck(draft, request, script !== null),
  }
  draft.add({ section: 'checks', logicalId: id, item, value })
}

/** A folder is a group, folders in it are a tag. */
function placeIn(
  folders: readonly string[],
  named: { readonly name: string; readonly description: string | null },
  { groups, choices, collection, isOne }: CheckContext,
): Readonly<Record<string, unknown>> {
  const place = placeOf(isOne ? folders : [collection.name, ...folders])
  return {
    ...commonFields({ ...named, tags: place.tag === null ? [] : [place.tag] }),
    locations: [choices.location],
    ...groups.fieldOf(place.group),
  }
}

/** Requests that need what others return run one after the other. */
function addScript(folder: string | null, requests: readonly Prepared[], context: CheckContext): void {
  const { draft, collection } = context
  const item = folder === null ? `collection "${collection.name}"` : `folder "${folder}"`
  const stored = new Set<string>()
  const steps: SourceRequest[] = []
  for (const prepared of requests) {
    const { request, script } = sentOf(prepared, stored, context)
    if (script !== null)
      draft.report({
        item: request.item,
        field: 'auth oauth2',
        fate: 'impossible',
        note: 'Fetch the token in the script.',
      })
    steps.push({ ...request, name: [...prepared.folders, prepared.name].join(' / ').slice(0, 200) })
    for (const [name] of prepared.stored) stored.add(name)
    draft.report({ item: request.item, field: '', fate: 'exact', note: `It is a step of the check of ${item}.` })
  }
  const isActive = steps.every((step) => isSafe(step) || step.stored.length > 0)
  if (!isActive)
    draft.report({
      item,
      field: '',
      fate: 'approximated',
      note: 'A step may change something at each run: the check is not active.',
    })
  const name = folder ?? collection.name
  const value = {
    ...placeIn(folder === null ? [] : [folder], { name, description: null }, context),
    checkType: 'MULTI_STEP',
    activated: isActive,
    script: requestScript({ name, requests: steps, skipsVerification: steps.some(({ skipSSL }) => skipSSL) }),
  }
  draft.add({ section: 'checks', logicalId: `chain-${collection.name}-${name}`, item, value })
}
