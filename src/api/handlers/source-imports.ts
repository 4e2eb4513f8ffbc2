import type { HandlerInput, Handlers, ImportReadResource } from '#contract'
import { planSourceImport, startSourceImport } from '#deployments'
import { countsOf, readFiles, shortReport, sources } from '#importing'
import type { Imported, Source } from '#importing'
import { Fault } from '#kernel'
import { validatePayload } from '../operations/validate-payload.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { requesterOf } from './requester-of.ts'

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

const requestOf = ({ params, body }: Pick<HandlerInput<'planImport'>, 'params' | 'body'>, context: RequestContext) => ({
  source: sourceNamed(params.source),
  body,
  validate: validatePayload,
  publicUrl: context.publicUrl,
})

export const sourceImportHandlers = {
  listImportSources: async () => sources.map(({ name, title, takes }) => ({ name, title, takes })),

  readImport: async ({ params, body }, { clock }) => {
    const source = sourceNamed(params.source).name
    const files = body.files.map(({ path, content }) => ({ path, content: Buffer.from(content, 'base64') }))
    const { location, locations = {}, environment = {} } = body
    const outcome = await readFiles({ source, files, choices: { location, locations, environment } }, clock)
    if ('problem' in outcome) throw new Fault('IMPORT_UNREADABLE', { values: { problem: outcome.problem } })
    return presented(outcome)
  },

  planImport: (input, context) => planSourceImport(context.store, callerOf(context), requestOf(input, context)),

  startImport: ({ query, ...input }, context) =>
    startSourceImport(context.store, callerOf(context), {
      ...requestOf(input, context),
      planToken: query.planToken,
      requestedBy: requesterOf(context),
    }),
} satisfies Partial<Handlers<RequestContext>>
