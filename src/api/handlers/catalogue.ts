import { publicLocations, runtimes } from '#contract'
import type { Handlers } from '#contract'
import { Fault } from '#kernel'
import type { RequestContext } from '../request-context.ts'

export const catalogueHandlers = {
  listLocations: async () => publicLocations.map(({ region, name }) => ({ region, name })),

  listRuntimes: async () => [...runtimes],

  getRuntime: async ({ params }) => {
    const runtime = runtimes.find(({ name }) => name === params.id)
    if (runtime === undefined) throw new Fault('RUNTIME_NOT_FOUND')
    return runtime
  },
} satisfies Partial<Handlers<RequestContext>>
