import { beforeAll, describe, expect, it } from 'vitest'
import { dropInName, handlers } from '#api'
import { aTestApi } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { describedOperations } from './described-operations.ts'
import type { Described, DescribedDocument } from './described-operations.ts'
import { differencesOfAnswer, differencesOfInput } from './field-differences.ts'
import { fieldTreeReader } from './field-tree.ts'
import type { FieldTree } from './field-tree.ts'
import { publicFields } from './public-fields.ts'
import type { PublicFields } from './public-fields.ts'
import { sameNames } from './public-operations.ts'

const database = useDatabase()

/** Where the document of the drop-in mode differs, and why. */
const exceptions: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^GET \/v\d\/(check-results|test-sessions)\S* \?(from|to) type number$/, 'text, as times may be ISO 8601 as well'],
  [/^GET \S+ \?\w+ type null$/, 'a query has no null'],
  [/\?probe missing$/, 'ignored'],
  [/body required$/, 'without one there is nothing to do'],
  [/assertions\[\]\.(source|comparison) required$/, 'an assertion without them asserts nothing'],
  [/environmentVariables\[\]\.key required$/, 'a variable has a name'],
  [/cards\[\]\.services\[\]\.id required$/, 'a service is known by its id'],
  [/ssl\S* body \.request\.assertions\[\]\.comparison value others$/, 'only known comparisons can hold'],
  [/checks body \.request\.assertions\[\]\.comparison value others$/, 'the same for an SSL check'],
  [/dashboards\S* body \.(refreshRate|paginationRate) value others$/, 'the rates that its clients offer'],
  [/maintenance-windows body \.repeatUnit value others$/, 'the units that it describes elsewhere'],
  [/answer 402 missing$/, 'only what an operator may limit answers 402'],
  [/^(GET|POST) \S+[a-z] answer 404 missing$/, 'nothing is looked up by an id'],
  [/services answer 200 missing$/, 'its clients expect 201'],
  [/^DELETE \S+ answer 204 empty$/, '204 has no body'],
  [/(api|grpc|traceroute)CheckResult\.\w+ missing$/, 'open objects, which the pages of check types describe'],
  [/answer \.metadata\.\w+ missing$/, 'an open object, by metric'],
  [/CheckResult\.pcapDataUrl missing$/, 'packets are not captured'],
  [/agenticCheckResult\.(jobLog|jobAssets) missing$/, 'their steps are in the result itself'],
  [/multiStepCheckResult\.playwrightTestVideos missing$/, 'without pages there is no video'],
  [/assets\[\]\.archive missing$/, 'each file is stored by itself'],
  [/(headers|queryParameters)\[\]\.value optional$/, 'may be omitted, as before'],
  [/retryStrategy\.type optional$/, 'is filled in with FIXED; one schema describes what is sent and answered'],
  [/request\.recordType optional$/, 'is filled in with A'],
  [/(browser|multistep)\S* answer \.script optional$/, 'one schema describes the answers of all types'],
  [/environmentVariables\[\]\.value type null$/, 'the values of secrets are not answered'],
  [/variables\S* answer \.value type null$/, 'the same'],
  [/GET \/v1\/alert-notifications answer \[\]\.status value "SILENCED"$/, 'asked for by includeSilenced'],
  [/answer \S*\.type value "WEB_PUSH"$/, 'a channel type of ours, where somebody has added a browser'],
  [/answer \S*\.type value "ALERTMANAGER"$/, 'a channel type of ours, where somebody has added an Alertmanager'],
  [/subscriptions answer \S*\.type value "(WEBHOOK|SLACK)"$/, 'ways to subscribe of ours, where a reader chose one'],
  [/answer \S*\.checkType value "HEARTBEAT"$/, 'pings have sessions too'],
  [/completion answer \.stoppedAt type null$/, 'not ended yet'],
  [/answer \.request\.method value "\w+"$/, 'OPTIONS, and lowercase as it was sent'],
  [/webhook\[\]\.method value others$/, 'as it was sent'],
  [/(browser|multistep)\S* answer \.frequency value 0$/, 'several runs a minute, which its clients store'],
  [
    /(tcp|url)\S* answer \.request\.assertions\[\]\.(source|comparison) value "\w+"$/,
    'more are accepted, and answered',
  ],
  [/incidents\S* answer \.incidentUpdates type (null|array)$/, 'the updates, or null when they were not asked for'],
]

/** Where that of other services differs besides. */
const elsewhere = [
  'POST /v1/checks/dns body .heartbeat type null',
  'POST /v1/checks/dns body .script type null',
  'POST /v1/checks/dns body .script required',
  'POST /v1/checks/dns body .heartbeat required',
]

const documentOf = async (serviceName: string): Promise<DescribedDocument> => {
  const app = aTestApi({ db: database.db(), handlers, serviceName })
  const answer = await app.inject('/openapi.json')
  await app.close()
  return answer.json<DescribedDocument>()
}

let inDropIn: readonly string[]
let others: readonly string[]
beforeAll(async () => {
  inDropIn = differencesOf(await documentOf(dropInName))
  others = differencesOf(await documentOf('bells'))
})

describe('the OpenAPI document', () => {
  it('takes and answers each field of the hosted API, but for those that are listed here with a reason', () => {
    expect(inDropIn.filter((text) => !exceptions.some(([pattern]) => pattern.test(text)))).toEqual([])
  })

  it('needs each of these exceptions', () => {
    expect(exceptions.filter(([pattern]) => !inDropIn.some((text) => pattern.test(text)))).toEqual([])
  })

  it('differs by little else when the service has another name', () => {
    const known = new Set(inDropIn)
    expect(others.filter((text) => !known.has(text))).toEqual(elsewhere)
  })
})

function differencesOf(document: DescribedDocument): string[] {
  const described = new Map(describedOperations(document))
  const read = fieldTreeReader(document)
  return publicFields.flatMap((theirs) => {
    const ours = described.get(sameNames(theirs.operation))
    const found = ours
      ? [
          ...differencesOfQuery(theirs, ours, read),
          ...differencesOfBody(theirs, ours, read),
          ...differencesOfAnswers(theirs, ours, read),
        ]
      : ['missing']
    return found.map((text) => `${theirs.operation} ${text}`)
  })
}

type Read = (schema: unknown) => FieldTree

const differencesOfQuery = ({ query }: PublicFields, ours: Described, read: Read): string[] =>
  [...query].flatMap(([name, field]) => {
    const found = ours.parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)
    if (found === undefined) return [`?${name} missing`]
    return [
      ...(found.required && !field.required ? [`?${name} required`] : []),
      ...differencesOfInput(field.tree, read(found.schema)).map((text) => `?${name}${text}`),
    ]
  })

function differencesOfBody({ body }: PublicFields, { requestBody }: Described, read: Read): string[] {
  if (body === undefined) return requestBody?.required ? ['body required'] : []
  const schema = jsonOf(requestBody)
  if (schema === undefined) return ['body missing']
  const mayBeAbsent = !body.required && [...body.tree.fields.values()].every(({ required }) => !required)
  return [
    ...(requestBody?.required && mayBeAbsent ? ['body required'] : []),
    ...differencesOfInput(body.tree, read(schema)).map((text) => `body ${text}`),
  ]
}

const differencesOfAnswers = ({ answers }: PublicFields, { responses }: Described, read: Read): string[] =>
  [...answers].flatMap(([status, theirs]) => {
    const ours = responses[status]
    if (ours === undefined) return [`answer ${status} missing`]
    if (theirs === undefined) return []
    const schema = jsonOf(ours)
    if (schema === undefined) return [`answer ${status} empty`]
    return differencesOfAnswer(theirs, read(schema)).map((text) => `answer ${text}`)
  })

const jsonOf = (holder: Described['responses'][string] | undefined): unknown =>
  holder?.content?.['application/json']?.schema
