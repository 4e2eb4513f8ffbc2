import { addressMailerLoop } from './address-mailer.ts'
import { inviteMailerLoop } from './invite-mailer.ts'
import type { Loop } from './run-loop.ts'
import type { SubscriberMailerTools } from './subscriber-mailer.ts'

/** Send one-time links to people; `link_mails` announces that one is due. */
export const linkMailerLoops = (tools: SubscriberMailerTools): readonly Loop[] => [
  inviteMailerLoop(tools),
  addressMailerLoop(tools),
]
