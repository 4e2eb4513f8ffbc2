import type { Handlers } from '#contract'
import { findProbeTargets, setProbeTargets } from '#storage/accounts'
import type { RequestContext } from '../request-context.ts'

export const probeTargetHandlers = {
  getProbeTargets: async (_input, { store, accountId }) => ({
    targets: [...(await findProbeTargets(store.db, accountId))],
  }),
  setProbeTargets: async ({ body }, { store, accountId }) => {
    const targets = [...new Set(body.targets)]
    await store.db.transaction((tx) => setProbeTargets(tx, accountId, targets))
    return { targets }
  },
} satisfies Partial<Handlers<RequestContext>>
