import type { Handlers } from '#contract'
import { scanForSecrets } from '#management'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const secretScanHandlers = {
  scanForSecrets: (_input, context) => scanForSecrets(context.store, callerOf(context)),
} satisfies Partial<Handlers<RequestContext>>
