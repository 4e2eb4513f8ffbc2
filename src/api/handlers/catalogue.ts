import { listedLocations, runtimeIds, runtimes } from '#contract'
import type { Handlers, RuntimeResource } from '#contract'
import { Fault } from '#kernel'
import { findLocationNames } from '#storage/alerts'
import { findUsesOfRuntime } from '#reporting'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const catalogueHandlers = {
  listLocations: async (_input, { store }) => listedLocations(await findLocationNames(store.db)),

  listRuntimes: async (_input, context) => runtimes.map((runtime) => withInstallation(runtime, context)),

  getRuntime: async ({ params }, context) => {
    const runtime = runtimes.find(({ name }) => name === params.id)
    if (runtime === undefined) throw new Fault('RUNTIME_NOT_FOUND')
    return withInstallation(runtime, context)
  },
  getUsesOfRuntime: ({ params }, context) => findUsesOfRuntime(context.store, callerOf(context), params.id),
} satisfies Partial<Handlers<RequestContext>>

/** The reason of a failure names paths of the machine, and this answer is public. */
function withInstallation(runtime: RuntimeResource, { runtimeStatus }: RequestContext): RuntimeResource {
  const id = runtimeIds.find((known) => known === runtime.name)
  const status = id === undefined ? null : runtimeStatus(id)
  if (status === null) return runtime
  return { ...runtime, installation: { state: status.state, progress: status.progress } }
}
