import type { HandlerInput, Handlers, ImportReadResource } from '#contract'
import {
  countImportedChecks,
  getImportComparison,
  keepImportStates,
  planSourceImport,
  startSourceImport,
} from '#deployments'
import type { Imported, Source } from '#importing'
import { Fault } from '#kernel'
import { validatePayload } from '../operations/validate-payload.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { requesterOf } from './requester-of.ts'

/** Read when it is first asked for: it knows every tool, which most services never need. */
const importing = () => import('#importing')

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
    return sources.map(({ name, title, takes }) => ({ name, title, takes, importedChecks: counts.get(name) ?? 0 }))
  },

  readImport: async ({ params, body }, context) => {
    const { readFiles } = await importing()
    const { name: source } = await sourceNamed(params.source)
    const files = body.files.map(({ path, content }) => ({ path, content: Buffer.from(content, 'base64') }))
    const { location, locations = {}, environment = {} } = body
    const order = { source, files, choices: { location, locations, environment } }
    const outcome = await readFiles(callerOf(context).accountId, order, context.clock)
    if ('problem' in outcome) throw new Fault('IMPORT_UNREADABLE', { values: { problem: outcome.problem } })
    return presented(outcome)
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
