import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverWebhook } from './deliver-webhook.ts'

export const WEBHOOK: ChannelImplementation<'WEBHOOK'> = { deliver: deliverWebhook }
