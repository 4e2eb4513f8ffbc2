import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverOpsgenie } from './deliver-opsgenie.ts'

export const OPSGENIE: ChannelImplementation<'OPSGENIE'> = { deliver: deliverOpsgenie }
