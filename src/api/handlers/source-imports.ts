import type { HandlerInput, Handlers, ImportReadResource } from '#contract'
import {
  countImportedChecks,
  getImportComparison,
  keepImportStates,
  planSourceImport,
  startSourceImport,
} from '#deployments'
import type { FilesOfApi, Imported, Source } from '#importing'
import { Fault, minuteMs } from '#kernel'
import { validatePayload } from '../operations/validate-payload.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { requesterOf } from './requester-of.ts'

/** Read when it is first asked for: it knows every tool, which most services never need. */
const importing = () => import('#importing')

type ReadBody = HandlerInput<'readImport'>['body']

/** Throws IMPORT_SOURCE_NOT_FOUND. */
async function sourceNamed(name: string): Promise<Source> {
  const { sources } = await importing()
  const source = sources.find((one) => one.name === name)
  if (!source) throw new Fault('IMPORT_SOURCE_NOT_FOUND')
  return source
}

const mostLines = 20_000

async function presented({ resources, variables, report, places = [] }: Imported): Promise<ImportReadResource> {
  const { countsOf, shortReport } = await importing()
  return {
    resources: resources.map((resource) => ({ ...resource, value: { ...resource.value } })),
    variables: [...variables],
    places: [...places],
    counts: countsOf(report),
    report: [...shortReport(report, mostLines)],
  }
}

const unreadable = (problem: string): Fault => new Fault('IMPORT_UNREADABLE', { values: { problem } })

const neededOf = ({ api, title }: Source): string =>
  api?.isForStates
    ? `Give the files of ${title}: its API has the states of checks alone.`
    : 'Give either files or a key of the API.'

const apiTimeLimitMs = 2 * minuteMs

/** The files of a request, and those that the API of the tool tells. Throws IMPORT_UNREADABLE. */
async function filesOf(source: Source, { files = [], api }: ReadBody, context: RequestContext): Promise<FilesOfApi> {
  const given = files.map(({ path, content }) => ({ path, content: Buffer.from(content, 'base64') }))
  if (api === undefined && given.length > 0) return { files: given, report: [] }
  const isForStates = source.api?.isForStates === true
  if (api === undefined || given.length > 0 !== isForStates) throw unreadable(neededOf(source))
  if (isForStates && api.address === undefined) throw unreadable(`Give the address of ${source.title}.`)
  const answered = await answersOf(source, api, context)
  return { ...answered, files: [...given, ...answered.files] }
}

async function answersOf(
  source: Source,
  { key = '', address }: NonNullable<ReadBody['api']>,
  { sendToSource: send, clock, signal }: RequestContext,
): Promise<FilesOfApi> {
  const { readApi, SourceProblem } = await importing()
  try {
    const tools = { send, clock, signal, timeLimitMs: apiTimeLimitMs }
    return await readApi({ source, key, address: address ?? null, takesAnyAddress: false }, tools)
  } catch (error) {
    throw error instanceof SourceProblem ? unreadable(error.message) : error
  }
}

const requestOf = async (
  { params, body }: Pick<HandlerInput<'planImport'>, 'params' | 'body'>,
  context: RequestContext,
) => ({
  source: await sourceNamed(params.source),
  body,
  validate: validatePayload,
  publicUrl: context.publicUrl,
})

export const sourceImportHandlers = {
  listImportSources: async (_input, context) => {
    const { sources } = await importing()
    const counts = await countImportedChecks(context.store, callerOf(context), sources)
    return sources.map(({ name, title, takes, api }) => ({
      name,
      title,
      takes,
      api: api === undefined ? null : { key: api.key, address: api.address, isForStates: api.isForStates === true },
      importedChecks: counts.get(name) ?? 0,
    }))
  },

  readImport: async ({ params, body }, context) => {
    const { readFiles } = await importing()
    const source = await sourceNamed(params.source)
    const { files, report } = await filesOf(source, body, context)
    const { location, locations = {}, environment = {} } = body
    const order = { source: source.name, files, choices: { location, locations, environment } }
    const outcome = await readFiles(callerOf(context).accountId, order, context.clock)
    if ('problem' in outcome) throw unreadable(outcome.problem)
    return presented({ ...outcome, report: [...report, ...outcome.report] })
  },

  planImport: async (input, context) =>
    planSourceImport(context.store, callerOf(context), await requestOf(input, context)),

  startImport: async ({ query, ...input }, context) =>
    startSourceImport(context.store, callerOf(context), {
      ...(await requestOf(input, context)),
      planToken: query.planToken,
      requestedBy: requesterOf(context),
    }),

  getImportComparison: async ({ params }, context) =>
    getImportComparison(context.store, callerOf(context), await sourceNamed(params.source)),

  setImportStates: async ({ params, body: { states } }, context) => {
    const source = await sourceNamed(params.source)
    const caller = callerOf(context)
    await keepImportStates(context.store, caller, { source: source.name, states })
    return getImportComparison(context.store, caller, source)
  },
} satisfies Partial<Handlers<RequestContext>>
