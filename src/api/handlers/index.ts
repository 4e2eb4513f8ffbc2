import type { Handlers } from '#contract'
import type { RequestContext } from '../request-context.ts'
import { accountHandlers } from './accounts.ts'
import { alertChannelHandlers } from './alert-channels.ts'
import { alertLogHandlers } from './alert-log.ts'
import { badgeHandlers } from './badges.ts'
import { catalogueHandlers } from './catalogue.ts'
import { checkGroupHandlers } from './check-groups.ts'
import { checkResultHandlers } from './check-results.ts'
import { checkSessionHandlers } from './check-sessions.ts'
import { checkStatusHandlers } from './check-statuses.ts'
import { checkHandlers } from './checks.ts'
import { heartbeatHandlers } from './heartbeats.ts'
import { variableHandlers } from './variables.ts'

/** The functions behind the operations, one file per resource. */
export const handlers = {
  ...checkHandlers,
  ...heartbeatHandlers,
  ...checkGroupHandlers,
  ...variableHandlers,
  ...alertChannelHandlers,
  ...alertLogHandlers,
  ...checkSessionHandlers,
  ...checkResultHandlers,
  ...checkStatusHandlers,
  ...badgeHandlers,
  ...accountHandlers,
  ...catalogueHandlers,
} satisfies Handlers<RequestContext>
