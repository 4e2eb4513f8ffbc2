import type { HandlerInput, Handlers, ImportReadResource } from '#contract'
import { planSourceImport, startSourceImport } from '#deployments'
import { countsOf, readApi, readFiles, shortReport, SourceProblem, sources } from '#importing'
import type { FilesOfApi, Imported, Source } from '#importing'
import { Fault, minuteMs } from '#kernel'
import { validatePayload } from '../operations/validate-payload.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { requesterOf } from './requester-of.ts'

type ReadBody = HandlerInput<'readImport'>['body']

/** Throws IMPORT_SOURCE_NOT_FOUND. */
function sourceNamed(name: string): Source {
  const source = sources.find((one) => one.name === name)
  if (!source) throw new Fault('IMPORT_SOURCE_NOT_FOUND')
  return source
}

const mostLines = 20_000

const presented = ({ resources, variables, report, places = [] }: Imported): ImportReadResource => ({
  resources: resources.map((resource) => ({ ...resource, value: { ...resource.value } })),
  variables: [...variables],
  places: [...places],
  counts: countsOf(report),
  report: [...shortReport(report, mostLines)],
})

const unreadable = (problem: string): Fault => new Fault('IMPORT_UNREADABLE', { values: { problem } })

const apiTimeLimitMs = 2 * minuteMs

/** The files of a request, or those that the API of the tool tells. Throws IMPORT_UNREADABLE. */
async function filesOf(source: Source, { files, api }: ReadBody, context: RequestContext): Promise<FilesOfApi> {
  if (files !== undefined && api === undefined)
    return { files: files.map(({ path, content }) => ({ path, content: Buffer.from(content, 'base64') })), report: [] }
  if (files !== undefined || api === undefined) throw unreadable('Give either files or a key of the API.')
  const { sendToSource: send, clock, signal } = context
  const order = { source, key: api.key, address: api.address ?? null, takesAnyAddress: false }
  try {
    return await readApi(order, { send, clock, signal, timeLimitMs: apiTimeLimitMs })
  } catch (error) {
    throw error instanceof SourceProblem ? unreadable(error.message) : error
  }
}

const requestOf = ({ params, body }: Pick<HandlerInput<'planImport'>, 'params' | 'body'>, context: RequestContext) => ({
  source: sourceNamed(params.source),
  body,
  validate: validatePayload,
  publicUrl: context.publicUrl,
})

export const sourceImportHandlers = {
  listImportSources: async () =>
    sources.map(({ name, title, takes, api }) => ({
      name,
      title,
      takes,
      api: api === undefined ? null : { key: api.key, address: api.address },
    })),

  readImport: async ({ params, body }, context) => {
    const source = sourceNamed(params.source)
    const { files, report } = await filesOf(source, body, context)
    const { location, locations = {}, environment = {} } = body
    const order = { source: source.name, files, choices: { location, locations, environment } }
    const outcome = await readFiles(order, context.clock)
    if ('problem' in outcome) throw unreadable(outcome.problem)
    return presented({ ...outcome, report: [...report, ...outcome.report] })
  },

  planImport: (input, context) => planSourceImport(context.store, callerOf(context), requestOf(input, context)),

  startImport: ({ query, ...input }, context) =>
    startSourceImport(context.store, callerOf(context), {
      ...requestOf(input, context),
      planToken: query.planToken,
      requestedBy: requesterOf(context),
    }),
} satisfies Partial<Handlers<RequestContext>>
